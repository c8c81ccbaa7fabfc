/** A title's parts; what stands between backticks is code. A backtick without its partner stays as it is. */
export function codeParts(text: string): { text: string; isCode: boolean }[] {
  const parts: { text: string; isCode: boolean }[] = []
  let from = 0
  for (const match of text.matchAll(/(`+)(?!`)(.+?)(?<!`)\1(?!`)/g)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), isCode: false })
    parts.push({ text: (match[2] ?? '').trim(), isCode: true })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from), isCode: false })
  return parts
}

/** For places that show plain text: tabs, feeds, previews. */
export function withoutCodeMarks(text: string): string {
  return text.includes('`')
    ? codeParts(text)
        .map((part) => part.text)
        .join('')
    : text
}
