import { type AstNode, childrenOf, type ElementNode, isElement, type Props } from '../ast.ts'

/** Builds nodes below open HTML elements. Unclosed elements end with the tree; unmatched closing tags are dropped. */
export class Tree {
  readonly #root: AstNode[] = []
  readonly #open: { tag: string; children: AstNode[]; written: string | undefined }[] = []
  readonly #room: number

  /** @param room  max number of open elements; further elements are dropped, but their children are kept */
  constructor(room: number) {
    this.#room = room
  }

  get isAtRoot(): boolean {
    return this.#open.length === 0
  }

  get rootLength(): number {
    return this.#root.length
  }

  changeLast(change: (node: ElementNode) => ElementNode): void {
    const last = this.#children.at(-1)
    if (last !== undefined && isElement(last)) this.#children[this.#children.length - 1] = change(last)
  }

  add(node: AstNode): void {
    if (isElement(node)) this.#children.push(node)
    else this.text(node)
  }

  addDefinitions(list: ElementNode): void {
    const last = this.#children.at(-1)
    if (last === undefined || !isElement(last) || last[0] !== 'dl') this.add(list)
    else last.push(...childrenOf(list))
  }

  addAll(nodes: AstNode[]): void {
    for (const node of nodes) this.add(node)
  }

  text(text: string): void {
    if (text === '') return
    const children = this.#children
    const last = children.at(-1)
    if (last !== undefined && !isElement(last)) children[children.length - 1] = last + text
    else children.push(text)
  }

  get endsInWord(): boolean {
    const last = this.#children.at(-1)
    return typeof last === 'string' && /[\p{L}\p{N}_]$/u.test(last)
  }

  /** Opens an element. @param written  source text to use instead of the element if its tag is never closed */
  open(tag: string, props: Props, written?: string): void {
    if (this.#open.length >= this.#room) return
    this.#children.push([tag, props])
    this.#open.push({ tag, children: [], written })
  }

  /** Closes the last open element with a tag. @returns whether there was one */
  close(tag: string): boolean {
    const at = this.#open.findLastIndex((element) => element.tag === tag)
    if (at < 0) return false
    while (this.#open.length > at + 1) this.#finishTop()
    this.#finishTop(true)
    return true
  }

  /** Closes an open paragraph: as in HTML, it ends before content that it cannot contain. */
  closeParagraph(): void {
    if (this.#open.at(-1)?.tag === 'p') this.#finishTop()
  }

  finish(): AstNode[] {
    while (this.#open.length > 0) this.#finishTop()
    return this.#root
  }

  /**
   * Closes the innermost element. Its children were collected separately, because the tuple type needs them all at
   * once.
   */
  #finishTop(isClosed = false): void {
    const done = this.#open.pop()
    const parent = this.#children
    const element = parent.at(-1)
    if (done?.written !== undefined && !isClosed) {
      parent.pop()
      this.text(done.written)
      this.addAll(done.children)
      return
    }
    if (done && element && isElement(element)) parent[parent.length - 1] = [element[0], element[1], ...done.children]
  }

  get #children(): AstNode[] {
    return this.#open.at(-1)?.children ?? this.#root
  }
}
