"""The command line: parse what was typed, call one service, show what it gives back."""
