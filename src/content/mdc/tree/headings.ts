import { slug } from 'github-slugger'
import { type AstNode, isElement } from '../ast.ts'

const writtenId = /^[\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,199}$/u

export function isWrittenId(text: string): boolean {
  return writtenId.test(text)
}

/**
 * Splits an ID off the end of a heading, `{#id}` or a JSX comment, for our pages; the tree keeps the text as written.
 */
export function ownId(children: AstNode[]): { id?: string; children: AstNode[] } {
  const last = children.at(-1)
  if (last === undefined || isElement(last)) return { children }
  // The text is not tested by a regular expression, which would scan a long run of spaces again from each of them.
  const end = last.trimEnd()
  const isComment = end.endsWith('*/}')
  const [opening, closing] = isComment ? ['{/*', '*/}'] : ['{#', '}']
  const from = end.endsWith(closing) ? end.lastIndexOf(opening) : -1
  const written = end.slice(from + opening.length, -closing.length)
  const id = isComment ? written.trim() : written
  if (from < 0 || !writtenId.test(id)) return { children }
  const text = last.slice(0, from).trimEnd()
  return { id, children: [...children.slice(0, -1), ...(text === '' ? [] : [text])] }
}

export class HeadingIds {
  readonly #own = new Set<string>()
  readonly #used = new Map<string, number>()

  /** Registers an ID that the author has set. @returns whether no heading before has the same ID */
  own(id: string): boolean {
    const isFree = !this.#own.has(id) && !this.#used.has(id)
    this.#own.add(id)
    return isFree
  }

  /**
   * Makes the ID of a heading from its text: in lower case, with Cyrillic letters, never beginning with a digit;
   * duplicates are numbered.
   */
  idOf(text: string): string {
    const base =
      slug(text)
        .replace(/-+/g, '-')
        .replace(/^-|-$/g, '')
        .replace(/^(?=\d)/, '_') || 'section'
    let id = base
    let count = this.#used.get(base) ?? 0
    while (this.#used.has(id)) id = `${base}-${++count}`
    this.#used.set(base, count)
    this.#used.set(id, this.#used.get(id) ?? 0)
    return id
  }
}
