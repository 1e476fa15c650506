"""Hearts itself: rules, cards, logs and the arithmetic of ratings. Pure: no files, no clock."""
