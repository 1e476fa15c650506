"""`python -m hearts_admin` is `hearts-admin`."""

from hearts_admin.cli.main import main

if __name__ == "__main__":
    main()
