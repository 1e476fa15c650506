"""hearts-admin: the administration of a club that plays Hearts (Hartenjagen).

The application package: settings, database, services, importers, messages and the command line.
The rules and the arithmetic live in `engine`, tables and workbooks in `reports`.
"""

__version__ = "0.1.0"
