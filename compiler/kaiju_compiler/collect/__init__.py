"""From the files of packs to the modes they make: what each mode declares, and the data of its program."""
