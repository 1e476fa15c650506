"""The database: models, migrations, the unit of work, the ledger's storage, bulk transport."""
