"""Reading organisers' files into plain rows, with every problem and its line."""
