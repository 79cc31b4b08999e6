"""Statistics of game results: intervals, sequential tests, comparisons of shares, and ratings."""
