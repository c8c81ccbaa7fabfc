import type { Attribute } from '../attributes.ts'
import { columnsOf, indentOf, itemIndent, textOfItem, withoutEndlessMarkers } from './list-indent.ts'
import { looksLikeOpening, readOpening } from './opening.ts'
import type { ComponentPart, Part, SlotPart } from './tokens.ts'
import type { Verbatim } from './verbatim.ts'

/** State of an open block while its lines are read; without a component it is the document itself. */
export class Frame {
  slot: SlotPart = { name: 'default', attributes: [], parts: [] }
  readonly #slots = new Map([['default', this.slot]])
  /** Numbers of colons of components that stay text because they are nested too deep */
  readonly tooDeep: number[] = []
  /** Numbers of colons of components inside the current list item */
  #inList: number[] = []
  #listIndent = Number.POSITIVE_INFINITY
  #isAfterBlank = false
  #lines: string[] = []
  #linesOffset = 0

  constructor(
    readonly component?: ComponentPart,
    readonly colons = 0,
    readonly indent = 0,
  ) {
    component?.slots.push(this.slot)
  }

  dedent(raw: string, by = this.indent): string {
    return raw.slice(Math.min(by, indentOf(raw)))
  }

  /** Adds a line of Markdown, or of verbatim text if `strip` is given, the indentation to remove. */
  add(raw: string, offset: number, strip?: number): void {
    if (this.#lines.length === 0) this.#linesOffset = offset
    const line = this.dedent(raw, strip)
    this.#lines.push(strip === undefined ? withoutEndlessMarkers(line) : line)
  }

  append(part: Part): void {
    this.flush()
    this.slot.parts.push(part)
  }

  flush(): void {
    if (this.#lines.some((line) => line.trim() !== '')) {
      this.slot.parts.push({ kind: 'markdown', text: this.#lines.join('\n'), offset: this.#linesOffset })
    }
    this.#lines = []
  }

  startSlot({ name, attributes }: { name: string; attributes: Attribute[] }): void {
    this.flush()
    this.endList()
    const known = this.#slots.get(name)
    this.slot = known ?? { name, attributes: [], parts: [] }
    this.slot.attributes.push(...attributes)
    if (known) return
    this.#slots.set(name, this.slot)
    this.component?.slots.push(this.slot)
  }

  /** Adds a slot of one line, then continues the default slot. */
  addSlot(name: string, line: string, offset: number): void {
    this.startSlot({ name, attributes: [] })
    this.add(line, offset, 0)
    this.startSlot({ name: 'default', attributes: [] })
  }

  isInList(line: string): boolean {
    return columnsOf(line) >= this.#listIndent
  }

  trackList(line: string): void {
    const isBlank = line.trim() === ''
    if (!isBlank && !this.isInList(line)) {
      const item = itemIndent(line)
      if (item !== undefined) {
        this.#listIndent = item
        this.#inList = []
      } else if (this.#isAfterBlank) {
        this.endList()
      }
    }
    const text = isBlank ? '' : textOfItem(line)
    if (text !== line && looksLikeOpening(text)) this.#inList.push(readOpening(text)?.colons ?? 0)
    this.#isAfterBlank = isBlank
  }

  endList(): void {
    this.#listIndent = Number.POSITIVE_INFINITY
    this.#inList = []
    this.#isAfterBlank = false
  }

  opensInList(colons: number): void {
    this.#inList.push(colons)
  }

  /** Whether a closing fence belongs to a component inside the Markdown of this frame, which it then closes. */
  closesInMarkdown(line: string, colons: number): boolean {
    const open = this.tooDeep.length > 0 ? this.tooDeep : this.isInList(line) ? this.#inList : []
    if (open.at(-1) !== colons) return false
    open.pop()
    return true
  }

  /** Whether a block may begin on a line: outside of components, a line indented by four spaces is code. */
  allowsBlocks(line: string): boolean {
    return this.component !== undefined || indentOf(line) < 4 || this.isInList(line)
  }

  allowsSlots(line: string): boolean {
    return this.component !== undefined && this.tooDeep.length === 0 && !this.isInList(line)
  }

  /** Indentation of fenced code or a comment that begins on this line. Call it after `trackList`. */
  verbatimPlace(line: string): Pick<Verbatim, 'strip' | 'minIndent'> {
    const isOfList = this.#listIndent < Number.POSITIVE_INFINITY && (this.isInList(line) || textOfItem(line) !== line)
    if (isOfList) return { strip: this.indent, minIndent: this.#listIndent }
    const inner = indentOf(line)
    // Inside a component, an indentation of four spaces does not turn a fence into code.
    return { strip: this.component && inner >= 4 ? this.indent + inner : this.indent, minIndent: 0 }
  }

  endsVerbatim(raw: string, { minIndent }: Verbatim): boolean {
    return raw.trim() !== '' && columnsOf(this.dedent(raw)) < minIndent
  }
}
