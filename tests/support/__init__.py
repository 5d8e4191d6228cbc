"""Helpers of the tests that are no tests themselves."""
