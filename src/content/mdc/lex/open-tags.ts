import { maxBlockDepth } from '../limits.ts'
import type { WrittenTag } from './written-tag.ts'

const tags = /<(\/?)([A-Za-z][\w.-]{0,63})(?=[\s/>])([^<>]*)>/g

/**
 * Tags of components that are open around the text being read. A tag without any closing tag is ignored: `<Gap>`, or a
 * word in angle brackets.
 */
export class OpenTags {
  readonly #source: string
  #closed: ReadonlySet<string> | undefined
  #names: string[] = []

  /** @param source  text that contains the closing tags */
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

  /** Reads the tags in a text, which may close a component but opens none for the text after it. */
  readText(text: string): void {
    if (this.areAny && text.includes('</')) this.closeAfter(() => this.#readTags(text.replace(/`[^`\n]*`/g, '')))
  }

  /** Runs `read`, then removes the components that it has opened. */
  closeAfter<T>(read: () => T): T {
    const { length } = this.#names
    const result = read()
    this.#names.splice(length)
    return result
  }

  /** Runs `read`, then restores the list of open components from before. */
  restoreAfter<T>(read: () => T): T {
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
