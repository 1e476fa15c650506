"""A ledger kept in memory, as the database keeps it: facts by key, rows by player and key."""

from engine.rating.fold import Fold


class MemoryLedger:
    """The facts as they are now, the rows as they were stored: a `LedgerStore`."""

    def __init__(self, facts, rows=()):
        self.facts = dict(facts)
        self.rows = {(row[0], row[1], row[2]): row for row in rows}

    def fact_at(self, order_key):
        return self.facts.get(order_key)

    def rows_at(self, order_key, players):
        assert players, "SQL has no empty IN ()"
        return [r for r in self.rows.values() if r[1] == order_key and r[0] in players]

    def last_row_before(self, player, order_key):
        earlier = [r for r in self.rows.values() if r[0] == player and r[1] < order_key]
        return max(earlier, key=lambda row: row[1:3], default=None)

    def next_key_after(self, player, order_key):
        # Facts too: an unrated game may get a row once there is a rated one before it.
        keys = {r[1] for r in self.rows.values() if r[0] == player}
        keys.update(key for key, fact in self.facts.items() if player in fact[4])
        return min((key for key in keys if key > order_key), default=None)

    def apply(self, result):
        """Write what a refold found, as strictly as a database with a primary key would."""
        for row in result.deleted:
            assert self.rows.pop(row[:3]) == row
        for row in result.updated:
            assert row[:3] in self.rows
            self.rows[row[:3]] = row
        for row in result.inserted:
            assert row[:3] not in self.rows
            self.rows[row[:3]] = row


def fresh(facts, policy, openings, exemptions):
    """The rows of a fold from nothing."""
    return Fold(policy, openings, exemptions).feed(facts[key] for key in sorted(facts))
