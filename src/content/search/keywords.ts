const maxKeywords = 50

/** `keywords` of a page's front matter: a list, or one text with commas. */
export function keywordsOf(meta: unknown): string[] {
  if (typeof meta !== 'object' || meta === null || !('keywords' in meta)) return []
  const { keywords } = meta
  const listed = typeof keywords === 'string' ? keywords.split(',') : Array.isArray(keywords) ? keywords : []
  const texts = listed.flatMap((keyword) => (typeof keyword === 'string' ? keyword.trim() : []))
  return [...new Set(texts.filter(Boolean))].slice(0, maxKeywords)
}
