import { slug } from 'github-slugger'

export class HeadingIds {
  readonly #used = new Map<string, number>()

  /** Lower case, Cyrillic kept, never beginning with a digit; duplicates are numbered. */
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
