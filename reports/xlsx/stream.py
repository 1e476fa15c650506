"""A workbook whose rows go to disk as text; openpyxl does everything around them.

openpyxl's write-only sheets build an object and an XML tree for every cell. A row put together as
text takes an eighth of the time, which is what a history of a million rows needs. The rest of the
file (views, column widths, tables, charts, links, print set-up) is openpyxl's, as ever.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import tostring

from openpyxl import Workbook
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.xml.constants import SHEET_MAIN_NS

if TYPE_CHECKING:
    from collections.abc import Generator


class StreamedWorkbook(Workbook):
    """A write-only workbook of `StreamedSheet`s."""

    def __init__(self) -> None:
        super().__init__(write_only=True)

    def add_sheet(self, title: str) -> StreamedSheet:
        """Add a sheet behind the others."""
        sheet = StreamedSheet(self, title)
        self._add_sheet(sheet)  # type: ignore[attr-defined]
        return sheet


class StreamedSheet(WriteOnlyWorksheet):
    """A write-only sheet that is given its rows as finished XML.

    Views, widths and what else stands before the rows in the file must be set before the first.
    """

    _writer: WorksheetWriter | None
    _rows: Generator[None, str, None] | None
    _hyperlinks: list[Hyperlink]

    def append(self, row: str) -> None:
        """Write the next row: a whole `<row>` element."""
        self._get_writer()
        if self._rows is None:
            self._rows = self._write_rows()
            next(self._rows)
        self._rows.send(row)

    def link(self, cell: str, target: str) -> None:
        """Make a cell lead to another place in the workbook, such as `'Results'!A5`."""
        self._get_writer()  # or its arrival would empty the list
        self._hyperlinks.append(Hyperlink(ref=cell, location=target))

    def _get_writer(self) -> WorksheetWriter:
        if self._writer is None:
            self._writer = _TextWriter(self)
            self._writer.write_top()
        return self._writer

    def _write_rows(self) -> Generator[None, str, None]:
        stream: Any = self._get_writer().xf
        write = stream.send(True)
        write("<sheetData>")
        try:
            while True:
                write((yield))
        except GeneratorExit:
            write("</sheetData>")
        stream.send(None)


class _TextWriter(WorksheetWriter):
    """openpyxl's writer of a sheet, with a plain text file as its stream."""

    out: str

    def write_rows(self) -> None:
        """Write that there are no rows."""
        stream: Any = self.xf
        stream.send(True)("<sheetData/>")
        stream.send(None)

    def get_stream(self) -> Generator[Any, Any, None]:
        """The stream: takes elements and writes them; sent True, gives its `write`."""
        with Path(self.out).open("w", encoding="utf-8") as file:
            file.write("<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n")
            file.write(f'<worksheet xmlns="{SHEET_MAIN_NS}">')
            try:
                while True:
                    element = yield
                    if element is True:
                        yield file.write
                    elif element is not None:
                        file.write(tostring(element, encoding="unicode"))
            except GeneratorExit:
                file.write("</worksheet>")
