"""`fundamento policy`: look at bundles before they decide anything."""
