"""Speed benchmarks, measured side by side with OpenSpiel (`bench`), and a sampling profile of the search (`phases`)."""
