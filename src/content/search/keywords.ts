const maxKeywords = 50

/** The `keywords` of a page's front matter: a list, or one text separated by commas. */
export function keywordsOf(meta: unknown): string[] {
  if (typeof meta !== 'object' || meta === null || !('keywords' in meta)) return []
  const { keywords } = meta
  const listed = Array.isArray(keywords) ? keywords : isText(keywords) ? String(keywords).split(',') : []
  const texts = listed.filter(isText).map((keyword) => String(keyword).trim())
  return [...new Set(texts.filter(Boolean))].slice(0, maxKeywords)
}

/** YAML parses a keyword such as 404 as a number. */
function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
