import { type AstNode, type ElementNode, isElement, type Props } from './ast.ts'

/**
 * Puts nodes under the HTML elements opened before them. An element nobody closes ends with the tree; a closing tag
 * without an element is dropped.
 */
export class Tree {
  readonly #root: AstNode[] = []
  readonly #open: { tag: string; children: AstNode[] }[] = []
  readonly #room: number

  /** @param room  how many elements may be open at a time; further ones are left out, their children stay */
  constructor(room: number) {
    this.#room = room
  }

  /** Whether the next node stands at the outermost level. */
  get isAtRoot(): boolean {
    return this.#open.length === 0
  }

  get rootLength(): number {
    return this.#root.length
  }

  /** Changes the node added last, when it is an element. */
  changeLast(change: (node: ElementNode) => ElementNode): void {
    const last = this.#children.at(-1)
    if (last !== undefined && isElement(last)) this.#children[this.#children.length - 1] = change(last)
  }

  add(node: AstNode): void {
    if (isElement(node)) this.#children.push(node)
    else this.text(node)
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

  open(tag: string, props: Props): void {
    if (this.#open.length >= this.#room) return
    this.#children.push([tag, props])
    this.#open.push({ tag, children: [] })
  }

  close(tag: string): void {
    const at = this.#open.findLastIndex((element) => element.tag === tag)
    if (at < 0) return
    while (this.#open.length > at) this.#finishTop()
  }

  /** A paragraph cannot hold what comes next: it ends here, as in HTML. */
  closeParagraph(): void {
    if (this.#open.at(-1)?.tag === 'p') this.#finishTop()
  }

  finish(): AstNode[] {
    while (this.#open.length > 0) this.#finishTop()
    return this.#root
  }

  /** Children are collected apart from their element, whose type wants them all at once. */
  #finishTop(): void {
    const done = this.#open.pop()
    const parent = this.#children
    const element = parent.at(-1)
    if (done && element && isElement(element)) parent[parent.length - 1] = [element[0], element[1], ...done.children]
  }

  get #children(): AstNode[] {
    return this.#open.at(-1)?.children ?? this.#root
  }
}
