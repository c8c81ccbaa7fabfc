/** Splits a title into parts of text and code; text between backticks is code. An unpaired backtick stays as it is. */
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

/** Removes backticks from a title, for browser tabs, feeds and previews. */
export function withoutCodeMarks(text: string): string {
  return text.includes('`')
    ? codeParts(text)
        .map((part) => part.text)
        .join('')
    : text
}
