"""Ratings: a pure fold over a pool's facts, exact to the last point.

Read in this order: `ledger` (facts, rows, states), `policy` (the switches of a pool), `expectation`
and `pairwise` (the arithmetic of one game), `explanation` (the same, to be read by a member),
`decay` (idleness and exemptions), `fold` (the whole history), `refold` (only what a correction
touched), `standing` (a rating as of a day) and `fingerprint` (a ledger in 64 hex digits). Questions
asked of a ledger are `outcomes` (what if), `accounting` (which points came and went through what)
and `prediction` (how well it foretells); `exact` computes all of it a second time.

The arithmetic itself is in `kernel`, once. Python runs it for the fold; for a long history that is
folded many times `batch` has it compiled (`compiling`), over `columns` in the place of tuples.

Whatever is booked is integers or exact fractions; nothing here reads a clock, a file or a database.
"""
