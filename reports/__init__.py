"""Tables, charts and workbooks out of plain values; knows no database and no command line."""
