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
