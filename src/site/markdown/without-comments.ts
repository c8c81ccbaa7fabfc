import { piecesOf } from './absolute-links.ts'

/** Removes comments, so that what authors hid stays hidden. Comments in code stay. */
export function withoutComments(markdown: string): string {
  if (!markdown.includes('<!--')) return markdown
  return piecesOf(markdown.split('\n'))
    .map(({ kind, lines }) => {
      const text = lines.join('\n')
      if (kind === 'comment') return text.replace(/<!--[\s\S]*?(?:-->|$)/, '')
      return kind === 'text' ? withoutInline(text) : text
    })
    .join('\n')
}

/** Scans step by step, so that a backtick in a comment starts no code, and code contains no comment. */
function withoutInline(text: string): string {
  const runs = Map.groupBy(text.matchAll(/(?<!\\)`+/g), ([run]) => run.length)
  const begin = /(?<!\\)(?:`+|<!--)/g
  let kept = ''
  let done = 0
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const [mark] = found
    if (mark === '<!--') {
      const end = text.indexOf('-->', found.index + mark.length)
      if (end < 0) break
      kept += text.slice(done, found.index)
      begin.lastIndex = done = end + 3
      continue
    }
    const same = runs.get(mark.length) ?? []
    while ((same[0]?.index ?? text.length) <= found.index) same.shift()
    const [closing] = same
    if (closing) begin.lastIndex = closing.index + mark.length
  }
  return kept + text.slice(done)
}
