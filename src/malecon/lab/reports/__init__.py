"""Reports: results of experiments beside the papers' figures, as HTML, Markdown, CSV and plots."""
