/** Reader of the lines of a text, which does not split the text first, so that stopping early costs no time. */
export class LineReader {
  at = 0
  offset = -1
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  next(): string | undefined {
    if (this.at > this.#text.length) return undefined
    const end = this.#end(this.at)
    const line = this.#text.slice(this.at, end)
    this.at = end + 1
    this.offset++
    return line
  }

  peek(): string | undefined {
    return this.at > this.#text.length ? undefined : this.#text.slice(this.at, this.#end(this.at))
  }

  /**
   * Returns the lines before the first line that satisfies `stop`; undefined if none of the next `limit` lines does.
   */
  peekUntil(limit: number, stop: (line: string) => boolean): string[] | undefined {
    const lines: string[] = []
    let at = this.at
    while (lines.length < limit && at <= this.#text.length) {
      const end = this.#end(at)
      const line = this.#text.slice(at, end)
      if (stop(line)) return lines
      lines.push(line)
      at = end + 1
    }
    return undefined
  }

  #end(from: number): number {
    const end = this.#text.indexOf('\n', from)
    return end < 0 ? this.#text.length : end
  }
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

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
