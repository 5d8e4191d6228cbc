"""The reference site of Kaiju: pages from programs, their catalog, and the hand-written documents."""

from kaiju_site.build import SiteResult, build_site, serve_site
from kaiju_site.lexer import KaijuLexer
from kaiju_site.links import check_site

__all__ = ["KaijuLexer", "SiteResult", "build_site", "check_site", "serve_site"]
