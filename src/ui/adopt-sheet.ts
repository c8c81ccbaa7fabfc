/** Adds the styles of code that is loaded on demand to the page. Later pages in the same document keep them. */
export function adoptSheet(text: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets.push(sheet)
}
