/** Texts are written for addresses without a slash: behind one, browsers take the page itself for the folder. */
export function fromBehindSlash(html: string): string {
  return html.replace(/(<a\b[^>]* href=")(?![/\\#?"]|[a-z][a-z0-9+.-]*:)/gi, '$1../')
}
