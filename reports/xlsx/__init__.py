"""Workbooks for people: typed cells, tables, charts, and a page that prints well."""
