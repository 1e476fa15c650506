"""Standings: who is where in an event or a season, and why. Pure, and exact to the last fraction.

Read in this order: `games` (what happened), `scoring` and `credits` (what a round is worth),
`scheme` (how a club counts), `contest` (an event counted by a scheme), `criteria` and `ordering`
(tie-breaks, and how they split), `ranking` (standings of an event), `season`, `season_evening`,
`season_tally`, `season_ranking` and `season_table` (many evenings in one). `settings` reads all of
it out of TOML and JSON, `exact` writes fractions.

Standings are a function of the record alone: no running totals, so a correction needs no mending,
and a penalty cannot be counted twice.
"""
