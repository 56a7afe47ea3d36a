"""The version of this package, in the one place that says it."""

VERSION = "0.1.0"
