"""One spelling for one value, and the one that any program's JSON can be told to write."""

import json

from hypothesis import given
from hypothesis import strategies as st

from hearts_admin.db.chain import canonical

WORDS = st.text(st.characters(exclude_categories=["Cs"]))
PLAIN = st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | WORDS
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(WORDS, inner),
)


@given(VALUES)
def test_as_the_standard_library_spells_it(value):
    spelled = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    assert canonical(value) == spelled
