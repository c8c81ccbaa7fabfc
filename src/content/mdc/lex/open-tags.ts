import { maxBlockDepth } from '../limits.ts'
import type { WrittenTag } from './written-tag.ts'

const tags = /<(\/?)([A-Za-z][\w.-]{0,63})(?=[\s/>])([^<>]*)>/g

/** Components around what is read. One that nothing closes counts for none: `<Gap>`, or a word between such brackets. */
export class OpenTags {
  readonly #source: string
  #closed: ReadonlySet<string> | undefined
  #names: string[] = []

  /** @param source with the closing tags */
  constructor(source: string) {
    this.#source = source
  }

  get areAny(): boolean {
    return this.#names.length > 0
  }

  read({ name, kind }: Pick<WrittenTag, 'name' | 'kind'>): void {
    if (kind === 'open' && this.#names.length < maxBlockDepth && this.#isClosed(name)) this.#names.push(name)
    const at = kind === 'close' ? this.#names.lastIndexOf(name) : -1
    if (at >= 0) this.#names.length = at
  }

  /** Text opens nothing for what follows it, but may close. */
  readText(text: string): void {
    if (this.areAny && text.includes('</')) this.endedWith(() => this.#readTags(text.replace(/`[^`\n]*`/g, '')))
  }

  /** What opens within ends there. */
  endedWith<T>(read: () => T): T {
    const { length } = this.#names
    const result = read()
    this.#names.splice(length)
    return result
  }

  /** All are afterwards as before. */
  keptBy<T>(read: () => T): T {
    const before = [...this.#names]
    const result = read()
    this.#names = before
    return result
  }

  #readTags(text: string): void {
    for (const [, slash, name = '', attributes = ''] of text.matchAll(tags)) {
      this.read({ name, kind: slash ? 'close' : attributes.endsWith('/') ? 'empty' : 'open' })
    }
  }

  #isClosed(name: string): boolean {
    this.#closed ??= new Set([...this.#source.matchAll(/<\/([A-Za-z][\w.-]{0,63})/g)].map(([, found = '']) => found))
    return this.#closed.has(name)
  }
}
