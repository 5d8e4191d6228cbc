"""Reports on balance: from the statistics of many games to what a designer can act on."""
