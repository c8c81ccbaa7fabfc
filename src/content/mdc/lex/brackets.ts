/** Index of the bracket that closes the one at `from`; escaped characters and code are skipped. */
export function findClosingBracket(text: string, from: number): number | undefined {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '`') at = endOfCode(text, at)
    else if (character === '[') depth++
    else if (character === ']' && --depth === 0) return at
  }
  return undefined
}

/**
 * Index of the last backtick of the code span that begins at `from`; if it is unclosed, of the run of backticks itself.
 */
function endOfCode(text: string, from: number): number {
  let length = 1
  while (text[from + length] === '`') length++
  const run = '`'.repeat(length)
  for (let at = text.indexOf(run, from + length); at >= 0; at = text.indexOf(run, at)) {
    let end = at + length
    while (text[end] === '`') end++
    if (end === at + length) return end - 1
    at = end
  }
  return from + length - 1
}
