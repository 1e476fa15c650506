"""`hearts-admin player exempt`: days on which one player's rating does not decay."""

from hearts_admin.cli import exempting
from hearts_admin.cli.invocation import Invocation
from hearts_admin.cli.ratingoptions import Player
from hearts_admin.cli.verbs import CORRECTING, noun, verb
from reports.language import msgid

app = noun()


@verb(
    app,
    "exempt",
    CORRECTING,
    help=msgid("Days on which a player's rating does not decay, an illness for example."),
    examples=('hearts-admin player exempt Anna --from 2026-01-05 --to 2026-03-01 --reason "ill"',),
)
def exempt(run: Invocation, name: Player, first: exempting.From, last: exempting.To) -> None:
    """Exempt a player."""
    exempting.run_exempt(run, name, first, last)
