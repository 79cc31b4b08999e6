"""Speed benchmarks, measured side by side with OpenSpiel."""
