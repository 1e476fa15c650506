"""A workbook as a document: what file managers show of it, and its streams when something fails."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from openpyxl.packaging.core import DocumentProperties

if TYPE_CHECKING:
    from collections.abc import Iterator

    from openpyxl import Workbook

    from reports.language import Language


@dataclass(frozen=True, slots=True)
class Description:
    """What the document properties say; every text is clean and in the reader's language.

    Attributes:
        title: what it is.
        subject: what is in it.
        club: who made it.
        keywords: to find it by.
        made_at: wall time in the club's zone, without the zone itself.
        timezone: IANA name of that zone.
        comment: what else there is to say.
    """

    title: str
    subject: str
    club: str
    keywords: str
    made_at: datetime
    timezone: str
    comment: str = ""


def describe(workbook: Workbook, description: Description, language: Language) -> None:
    """Set the document properties, which file managers and search engines show."""
    made_at = description.made_at.replace(tzinfo=ZoneInfo(description.timezone)).astimezone(UTC)
    workbook.properties = DocumentProperties(
        title=description.title,
        subject=description.subject,
        creator=description.club,
        lastModifiedBy=description.club,
        keywords=description.keywords,
        description=description.comment or None,
        language=language.code,
        created=made_at.replace(tzinfo=None),  # the file says that it is UTC
    )


@contextmanager
def closing_sheets(workbook: Workbook) -> Iterator[None]:
    """Close the streams of sheets that were begun when something goes wrong on the way."""
    try:
        yield
    except BaseException:
        for sheet in workbook.worksheets:
            with suppress(Exception):
                sheet.close()
        raise
