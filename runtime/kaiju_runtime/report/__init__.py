"""Reports on balance: from the statistics of many games to what a designer can act on.

The shapes, from the file to the words::

    Statistics  sums over many games, read and checked        statistics_file.py
    Cast        names and prices behind their keys            cast.py
    Balance     rates with intervals, cards, hints on prices  balance.py, cards.py, prices.py, verdicts.py, rates.py
    Finding     what to act on, in plain words                findings.py
    Table       one shape for Markdown, CSV and the site      tables.py
    Chart       what matplotlib draws, if it is installed     charts.py, paint.py
    files       a folder with all of it                       write.py
    Comparison  two Balances: what changed beyond noise       compare.py, compared.py

Files hold whole numbers: rates are in hundredths of a per cent. Everything follows from the file and the program, so
that equal statistics give equal bytes. Nothing in here knows a game.
"""
