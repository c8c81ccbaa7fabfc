/** Counts open brackets of JavaScript, outside of strings and comments. */
export class ModuleBrackets {
  #depth = 0
  #within: '`' | '*/' | undefined

  get areOpen(): boolean {
    return this.#depth > 0 || this.#within !== undefined
  }

  read(line: string): void {
    const unclosed = new Set<string>()
    for (let at = 0; at < line.length; at++) {
      const sign = line[at] ?? ''
      if (this.#within !== undefined) {
        if (sign === '\\') at++
        else if (line.startsWith(this.#within, at)) {
          at += this.#within.length - 1
          this.#within = undefined
        }
      } else if (line.startsWith('//', at) && line[at - 1] !== ':') return
      else if (line.startsWith('/*', at)) {
        this.#within = '*/'
        at++
      } else if (sign === '`') this.#within = '`'
      else if (sign === '"' || sign === "'") at = stringEnd(line, at, unclosed)
      else if ('({['.includes(sign)) this.#depth++
      else if (')}]'.includes(sign)) this.#depth--
    }
  }
}

/** Index of the closing quote of a string; a quote without a closing one on the line is an apostrophe in JSX text. */
function stringEnd(line: string, from: number, unclosed: Set<string>): number {
  const quote = line[from] ?? ''
  if (unclosed.has(quote)) return from
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === quote) return at
  }
  unclosed.add(quote)
  return from
}
