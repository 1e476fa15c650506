"""A file is replaced by a complete new one, or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from reports.errors import OutputError
from reports.output import replacing


@pytest.fixture
def target(tmp_path) -> Path:
    path = tmp_path / "stand.xlsx"
    path.write_text("old")
    return path


def write(path: Path, text: str = "new") -> None:
    with replacing(path) as temporary:
        assert temporary.parent.samefile(path.resolve().parent)
        assert temporary.suffix == path.suffix
        temporary.write_text(text)


def assert_untouched(target: Path) -> None:
    assert target.read_text() == "old"
    assert list(target.parent.iterdir()) == [target]


def test_a_new_file(tmp_path):
    write(tmp_path / "new.xlsx")
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("new.xlsx", "new")]


def test_an_old_file_is_replaced(target):
    write(target)
    assert target.read_text() == "new"
    assert list(target.parent.iterdir()) == [target]


def test_a_failure_inside_leaves_the_old_file(target):
    with pytest.raises(KeyError), replacing(target):
        raise KeyError
    assert_untouched(target)


def test_an_interrupt_leaves_the_old_file(target):
    with pytest.raises(KeyboardInterrupt), replacing(target):
        raise KeyboardInterrupt
    assert_untouched(target)


def test_a_full_disk_is_unwritable(target):
    with pytest.raises(OutputError) as caught, replacing(target):
        raise OSError(28, "No space left on device")
    assert caught.value.code == "unwritable"
    assert caught.value.path == target
    assert_untouched(target)


def test_no_folder(tmp_path):
    path = tmp_path / "nowhere" / "stand.xlsx"
    with pytest.raises(OutputError) as caught:
        write(path)
    assert (caught.value.code, caught.value.path) == ("no_folder", path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(OutputError) as caught:
        write(tmp_path)
    assert caught.value.code == "unwritable"


def test_a_file_for_a_folder(target):
    with pytest.raises(OutputError) as caught:
        write(target / "stand.xlsx")
    assert caught.value.code == "no_folder"


def test_windows_refuses_the_move_while_it_is_open(target, monkeypatch):
    def refuse(source, destination):
        raise PermissionError(13, "The process cannot access the file", str(destination))

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OutputError) as caught:
        write(target)
    assert caught.value.code == "locked"
    assert_untouched(target)


@pytest.mark.parametrize("lock", ["~$stand.xlsx", ".~lock.stand.xlsx#"])
def test_another_program_has_it_open(target, lock):
    beside = target.with_name(lock)
    beside.touch()
    with pytest.raises(OutputError) as caught:
        write(target)
    assert (caught.value.code, caught.value.lock) == ("locked", beside)
    beside.unlink()
    assert_untouched(target)


def test_a_lock_without_its_workbook_stops_nobody(tmp_path):
    (tmp_path / "~$new.xlsx").touch()
    write(tmp_path / "new.xlsx")
    assert (tmp_path / "new.xlsx").read_text() == "new"


@pytest.mark.parametrize(("windows", "code"), [(True, "locked"), (False, "unwritable")])
def test_writing_is_denied(target, monkeypatch, windows, code):
    def deny(self, *_):
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", deny)
        patch.setattr("reports.output._WINDOWS", windows)
        with pytest.raises(OutputError) as caught:
            write(target)
    assert caught.value.code == code
    assert_untouched(target)


@pytest.mark.skipif(os.name == "nt", reason="permissions and links of POSIX")
def test_permissions_and_links_are_kept(target, tmp_path):
    target.chmod(0o640)
    link = tmp_path / "link.xlsx"
    link.symlink_to(target)
    write(link)
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")
def test_a_new_file_has_the_usual_permissions(tmp_path):
    write(tmp_path / "new.xlsx")
    (tmp_path / "plain").touch()
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("new.xlsx", "plain")}
    assert len(modes) == 1
