"""The command line: arguments in, exit codes, messages and progress out. What the words mean is other rooms' work.

`main.main` is the way in; `app` declares the commands and imports nothing heavy, so that ``--help`` answers at once;
each command's work is in a module of its own, imported when it is called.
"""
