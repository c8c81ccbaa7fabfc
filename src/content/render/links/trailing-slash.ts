/**
 * Adapts relative links to an address with a trailing slash. Texts are written for addresses without one; with it,
 * browsers resolve links from the page instead of its folder.
 */
export function forTrailingSlash(html: string): string {
  return html.replace(/(<a\b[^>]* href=")(?![/\\#?"]|[a-z][a-z0-9+.-]*:)/gi, '$1../')
}
