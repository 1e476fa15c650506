"""Sentences about the club, its people, its results, files and the database.

A sentence about a file (`file.`, `report.`) says what is the matter with it; the file's name is
written before it.
"""

from __future__ import annotations

from reports.language import msgid

_CLUB = {
    "club.no_name": msgid("“{name}” is no name for a club."),
    "club.timezone": msgid("There is no time zone {timezone}; one is Europe/Amsterdam."),
    "date.future": msgid("{date} is after tomorrow."),
    "pool.exists": msgid("There is a rating list {name} already."),
    "pool.new_only": msgid("{option} is for a new rating list only."),
    "pool.no_name": msgid("“{name}” is no name for a rating list."),
    "pool.unknown": msgid("There is no rating list {name}; there are {known}."),
    "rules.refused": msgid("These rules cannot be used."),
}

_PEOPLE = {
    "players.refused": msgid("Nobody was added."),
    "players.unknown": msgid("Not everybody is a player of this club."),
    "player.exists": msgid("{name}: {bearer} is a player already; call the other one {proposal}."),
    "merge.none": msgid("{name} was not merged into anybody."),
    "merge.same": msgid("{name} and {keep} are one player already."),
    "merge.shared_event": msgid(
        "{keep} and {other} both take part in {event}: they are two people."
    ),
    "merge.shared_table": msgid(
        "{keep} and {other} sat at one table, in result {result}: they are two people."
    ),
    "player.kind": msgid("There is no kind of player {kind}; there are {known}."),
    "player.near": msgid("{name} looks like {other}, who is a player too."),
    "player.no_name": msgid("“{name}” is no name."),
    "player.no_alias": msgid("{name} is no other spelling of a name."),
    "player.number_taken": msgid("Member number {number} is {name}'s already."),
    "player.twice": msgid("{name} is named twice."),
    "player.unknown": msgid("There is no player {name}."),
    "player.unknown_near": msgid("There is no player {name}; do you mean {nearest}?"),
}

_RESULTS = {
    "entry.all_four": msgid(
        "Result {id} is to get points for places, or the other way round: name all four players."
    ),
    "entry.impossible": msgid("No game can end so; nothing was stored."),
    "entry.not_seated": msgid("{name} did not play in result {id}."),
    "entry.places": msgid(
        "{places} are no places: 1 is the winner, and who shares a place has the same, as in "
        "1 2 2 4."
    ),
    "entry.same_person": msgid("{first} and {second} are the same player."),
    "entry.seats": msgid("A game has {seats} players; here are {count}."),
    "entry.twice": msgid("{name} is named twice."),
    "log.no_date": msgid("{file}, game {game} has no date."),
    "log.no_names": msgid("{file}, game {game} does not name its four players."),
    "logs.refused": msgid("A game in these logs cannot be stored; nothing was stored."),
    "result.by_default": msgid(
        "The first place is shared: the text of these rules does not say what happens when the "
        "lowest total is equal."
    ),
    "result.checked": msgid("Together {sum}: possible under {rules}."),
    "result.duplicate": msgid(
        "This game is there already, as result {id}. If it is another one, give it a label."
    ),
    "result.gone": msgid("{name}, who sits in that version of result {id}, is no player any more."),
    "result.looks_known": msgid(
        "The same players had the same numbers that day in result {id} (game {label})."
    ),
    "result.not_rated": msgid("Result {id} is not rated."),
    "result.no_version": msgid("Result {id} has no version {version}; it has {versions}."),
    "result.no_version?version": msgid("Result {id} has no earlier version to go back to."),
    "result.three": msgid("At a table of three the totals are not checked."),
    "result.unchecked": msgid("No rule set is given, so the totals were not checked."),
    "result.unknown": msgid("There is no result {id}."),
    "result.void": msgid("Result {id} is void; it is to be restored first."),
}

_CHANGES = {
    "change.forgotten": msgid(
        "What change {number} said of a person was forgotten since; it cannot be undone."
    ),
    "change.founding": msgid("Change {number} made the club itself; it cannot be undone."),
    "change.in_use": msgid("Change {number} added {name}, who has played since (result {result})."),
    "change.no_reason": msgid("Say why, with --reason."),
    "change.nothing": msgid("There is nothing to undo."),
    "change.touched": msgid(
        "Change {number} cannot be undone: change {by} came after it and touched the same."
    ),
    "change.undone": msgid("Change {number} has been undone already, by change {by}."),
    "change.unknown": msgid("There is no change {number}."),
}

_DATABASE = {
    "db.busy": msgid(
        "The database {database} is being written by another program; nothing was stored."
    ),
    "db.busy?writing": msgid("The database {database} is being written by another program."),
    "db.copy_differs": msgid(
        "The copy {database} differs from its original in table {table}; do not use it."
    ),
    "db.damaged": msgid("The database {database} is damaged: {detail}."),
    "db.disk_error": msgid(
        "The disk reports an error on the database {database}: {detail}; nothing was stored."
    ),
    "db.disk_error?writing": msgid(
        "The disk reports an error on the database {database}: {detail}."
    ),
    "db.disk_full": msgid("The disk of the database {database} is full; nothing was stored."),
    "db.disk_full?writing": msgid("The disk of the database {database} is full."),
    "db.exists": msgid("There is a database {database} already."),
    "db.failed": msgid("The database {database} gives an error: {detail}."),
    "db.foreign": msgid("{database} is no database of this program."),
    "db.missing": msgid("There is no database {database}."),
    "db.no_club": msgid("There is no club in this database yet."),
    "db.no_driver": msgid("The driver for PostgreSQL is not installed (psycopg)."),
    "db.no_file": msgid("There is no file {name} in the folder {folder}."),
    "db.no_folder": msgid("There is no folder {folder} to make a database in."),
    "db.lost_at_commit": msgid(
        "The connection with the server of the database {database} was lost in the very moment of "
        "storing. Look whether this change is there before you try it again."
    ),
    "db.read_only": msgid("The database {database} may not be written; nothing was stored."),
    "db.read_only?writing": msgid("The database {database} may not be written."),
    "db.same_file": msgid("This backup is the database {database} itself."),
    "db.server": msgid("{database} is on a server, whose own tools make its backups (pg_dump)."),
    "db.too_new": msgid(
        "The database {database} was made by a newer release of this program (it is at version "
        "{version}; this release knows {known})."
    ),
    "db.too_old": msgid(
        "The database {database} was made by an older release of this program (it is at version "
        "{version}; this release needs {needed})."
    ),
    "db.unreachable": msgid(
        "The server of the database {database} cannot be reached: {detail}; nothing was stored."
    ),
    "db.unreachable?writing": msgid(
        "The server of the database {database} cannot be reached: {detail}."
    ),
    "db.unreadable": msgid("The database {database} cannot be opened: {detail}."),
    "db.unsupported": msgid(
        "{database} cannot be used: a database is a file of SQLite, written as club.db, or one of"
        " PostgreSQL, written as postgresql://user@server/club."
    ),
}

_FILES = {
    "file.failed": msgid("It cannot be used: {detail}."),
    "import.refused": msgid("There is something wrong in this file; nothing was stored."),
    "heading.nowhere": msgid(
        "No column is headed “{heading}”; the headings of this file are {titles}."
    ),
    "heading.unknown": msgid("The club has no heading “{heading}” of its own."),
    "input.arrays": msgid("Its arrays are not those of logged deals."),
    "input.damaged": msgid("It is damaged, or cut off."),
    "input.dangerous": msgid("It holds definitions that no workbook needs; it was not opened."),
    "input.empty": msgid("There is nothing in it."),
    "input.format": msgid("This is no log of a known format."),
    "input.malformed": msgid("Line {line} cannot be read: {detail}."),
    "input.missing": msgid("There is no such file."),
    "input.no_heading": msgid(
        "Missing columns: {lacking} (found on sheet {sheet}, row {at}: {headed})."
    ),
    "input.no_heading?headed": msgid("No line heads the columns: {lacking}."),
    "input.no_heading?sheet": msgid("Missing columns: {lacking} (found on line {at}: {headed})."),
    "input.no_sheet": msgid("This is no workbook that can be read (xlsx, xls or ods)."),
    "input.protected": msgid("It is protected by a password; save it without one."),
    "input.too_large": msgid(
        "It is too large: at most 32 MB, 2,000,000 cells a sheet and 1,000 columns are read."
    ),
    "input.not_text": msgid("This is not a text file."),
    "input.unreadable": msgid("It cannot be read: {detail}."),
    "output.exists": msgid("There is such a file already."),
    "output.no_folder": msgid("There is no folder {folder} to write it in."),
    "output.same_file": msgid("This is the file that is read; give the copy another name."),
    "output.unwritable": msgid("It cannot be written: {detail}."),
    "report.locked": msgid("The file is open in another program. Close the file in Excel."),
    "report.no_folder": msgid("There is no such folder to write it in."),
    "report.no_game": msgid("{name} has no rated game yet on or before that day."),
    "report.not_rated": msgid("Not everybody has a rated game yet."),
    "report.nothing": msgid("There is no rated game yet on or before that day."),
    "report.suffix": msgid("A file with this ending cannot be written; it must end in {known}."),
    "report.unwritable": msgid(
        "The file cannot be written: no permission, no room, or a folder of that name."
    ),
}

_ROWS = {
    "row.bad_time": msgid("“{value}” is no time of day."),
    "row.bad_date": msgid(
        "“{value}” is no date; write it as 2026-03-14, 14-3-2026 or 14 March 2026."
    ),
    "row.bad_place": msgid("“{value}” is no place (1 to 4) for {player}."),
    "row.bad_points": msgid("“{value}” is no number of points for {player}."),
    "row.bad_rating": msgid("“{value}” is no rating between -{limit} and {limit}."),
    "row.became_date": msgid(
        "This cell has become a date ({value}); write what was meant as text."
    ),
    "row.date_elsewhere": msgid(
        "No column is headed as the date, but the column “{heading}” holds dates."
    ),
    "row.day_or_month": msgid(
        "“{value}” may be two days: other dates here have the month first. Write it as 2026-03-14."
    ),
    "row.differs": msgid(
        "Game {game} is there already with other numbers, as result {id}. If the file is right: "
        'hearts-admin result correct {id} {seats} --reason "..."'
    ),
    "row.differs_void": msgid(
        "Game {game} is there already and not like this, as result {id}, which is void. If the "
        'file is right: hearts-admin result restore {id} --reason "...", then hearts-admin result '
        'correct {id} {seats} --reason "..."'
    ),
    "row.other_player": msgid(
        "Game {game} is there already with another player, as result {id}. If the file is right: "
        'hearts-admin result correct {id} {seats} --reason "..."'
    ),
    "row.contradicts": msgid(
        "Game {game} is in the file twice, and not alike: also on sheet {other_sheet}, cell "
        "{other_cell}."
    ),
    "row.contradicts?other_sheet": msgid(
        "Game {game} is in the file twice, and not alike: also on line {other_line}."
    ),
    "row.error_value": msgid("This cell holds the error {value} instead of a result."),
    "row.formula": msgid(
        "This cell holds a formula without a result; open the file in Excel or LibreOffice and save"
        " it."
    ),
    "row.future": msgid("{date} is after tomorrow."),
    "row.no_date": msgid("The date of game {game} is missing."),
    "row.no_game": msgid("The game of {player} is missing."),
    "row.no_heading_above": msgid(
        "Here stand {player} and a number beside the players of the game, without a heading: is"
        " this another player?"
    ),
    "row.no_place": msgid("The place of {player} is missing (“{value}”)."),
    "row.no_player": msgid("The player is missing."),
    "row.no_points": msgid("The points of {player} are missing (“{value}”)."),
    "row.places_differ": msgid(
        "Places and points contradict each other: with the points {totals} the places are {places},"
        " not {stated}."
    ),
    "row.number_taken": msgid("Member number {number} is {name}'s already."),
    "row.table_size": msgid("Game {game} has {seats} players instead of 4."),
    "row.table_size?seats=1": msgid("Game {game} has {seats} player instead of 4."),
    "row.twice": msgid("{name} stands on line {other_line} too."),
}

SENTENCES = _CLUB | _PEOPLE | _RESULTS | _CHANGES | _DATABASE | _FILES | _ROWS
