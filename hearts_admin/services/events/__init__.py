"""Events: club evenings and tournaments, from the first name at the door to the last standings."""
