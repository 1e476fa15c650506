"""Seating: who plays at which table, in which seat, in which round. Pure and reproducible.

Read in this order: `problem` (tables, rounds, plans, and what is asked for), `quality` (how good a
plan is, against what is possible), `fields` and `designs` (schedules by formula and out of stored
`base_rounds`), `search` (seeded local search), `sitouts` (a number of players that is no multiple
of four), `chairs` and `schedule` (fewest meetings, out of all these), `grouping` (one round by
standings or by rating), `balance` and `spreading` (seats, table numbers, the order of rounds),
`checking` (rounds made by hand) and `planning`, which is where a caller begins.

Nothing here reads a clock or a global source of chance: the same request gives the same plan on
every machine. Sources of the bounds: SEATING.md.
"""
