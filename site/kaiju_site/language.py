from kaiju_site.render import Page, Renderer
def language_pages(renderer: Renderer) -> list[Page]:
    return []
