import { maxComponentDepth, maxYamlLines } from '../limits.ts'
import type { RelativeProblem } from '../problem.ts'
import { Frame } from './frame.ts'
import {
  closingColons,
  looksLikeOpening,
  misspelledOpening,
  type Opening,
  readOpening,
  readSlotLine,
} from './opening.ts'
import { LineReader } from './source-text.ts'
import type { ComponentPart, ScannedParts } from './tokens.ts'
import { openVerbatim, type Verbatim } from './verbatim.ts'

export interface ScanOptions {
  depth?: number
  onlyFirst?: boolean
}

/**
 * Splits a text into Markdown and components in one pass. Code and comments are opaque; list items keep their
 * components; an unclosed component ends with its parent.
 */
export function scanBlocks(text: string, options: ScanOptions = {}): ScannedParts {
  return new BlockScanner(text, options).scan()
}

class BlockScanner {
  readonly #reader: LineReader
  readonly #depth: number
  readonly #onlyFirst: boolean
  readonly #problems: RelativeProblem[] = []
  readonly #frames: [Frame, ...Frame[]] = [new Frame()]
  #verbatim: Verbatim | undefined

  constructor(text: string, { depth = 0, onlyFirst = false }: ScanOptions) {
    this.#reader = new LineReader(text)
    this.#depth = depth
    this.#onlyFirst = onlyFirst
  }

  scan(): ScannedParts {
    const [root] = this.#frames
    for (let line = this.#reader.next(); line !== undefined; line = this.#reader.next()) {
      this.#read(line)
      if (this.#onlyFirst && this.#frames.length === 1) break
    }
    if (this.#verbatim) this.#problems.push(unclosedVerbatim(this.#verbatim))
    while (this.#frames.length > 1) this.#close(false)
    root.flush()
    return { parts: root.slot.parts, problems: this.#problems, length: this.#reader.at }
  }

  #read(raw: string): void {
    const frame = this.#top()
    if (this.#verbatim) {
      if (!frame.endsVerbatim(raw, this.#verbatim)) {
        frame.add(raw, this.#reader.offset, this.#verbatim.strip)
        if (this.#verbatim.isClosedBy(raw)) this.#verbatim = undefined
        return
      }
      this.#verbatim = undefined
    }
    const line = frame.dedent(raw)
    if (this.#readClosing(frame, line) || this.#readOpening(frame, line, raw)) return
    const slot = frame.allowsSlots(line) ? readSlotLine(line) : undefined
    if (slot) {
      frame.startSlot(slot)
      return
    }
    frame.trackList(line)
    const begun = openVerbatim(line)
    if (begun) this.#verbatim = { ...begun, ...frame.verbatimPlace(line), offset: this.#reader.offset }
    frame.add(raw, this.#reader.offset, this.#verbatim?.strip)
  }

  #readClosing(frame: Frame, line: string): boolean {
    const colons = closingColons(line)
    if (colons === undefined || frame.closesInMarkdown(line, colons)) return false
    const at = this.#frames.findLastIndex((open) => open.colons === colons)
    if (at < 1) {
      this.#problems.push(stray(colons, this.#reader.offset))
      return false
    }
    while (this.#frames.length > at + 1) this.#close(false)
    this.#close(true)
    return true
  }

  #readOpening(frame: Frame, line: string, raw: string): boolean {
    if (!looksLikeOpening(line) || !frame.allowsBlocks(line)) return false
    const opening = readOpening(line)
    if (!opening) {
      const wrong = misspelledOpening(line)
      if (wrong) this.#problems.push(misspelled(line, wrong.isUnreadable, this.#reader.offset))
      return false
    }
    if (frame.isInList(line)) {
      frame.opensInList(opening.colons)
      return false
    }
    if (this.#depth + this.#frames.length > maxComponentDepth) {
      if (frame.tooDeep.length === 0) this.#problems.push(tooDeep(opening.name, this.#reader.offset))
      frame.tooDeep.push(opening.colons)
      return false
    }
    frame.endList()
    this.#open(opening, raw)
    return true
  }

  #open({ name, label, title, attributes, colons }: Opening, raw: string): void {
    const { offset } = this.#reader
    const component: ComponentPart = {
      kind: 'component',
      name,
      attributes,
      slots: [],
      offset,
      ...(label ? { label } : {}),
    }
    const frame = new Frame(component, colons, raw.length - raw.trimStart().length)
    this.#frames.push(frame)
    if (title) frame.addSlot('title', title, offset)
    const yaml = this.#readYaml()
    if (yaml) component.yaml = { text: yaml.map((line) => frame.dedent(line)).join('\n'), offset: offset + 2 }
  }

  #readYaml(): string[] | undefined {
    if (this.#reader.peek()?.trim() !== '---') return undefined
    let rules = 0
    const lines = this.#reader.peekUntil(maxYamlLines, (line) => line.trim() === '---' && ++rules === 2)
    // Lines with only YAML comments, or with blocks, are not props: this is text between two rules.
    if (!lines || (lines.length > 1 && lines.slice(1).every((line) => /^\s*(#.*)?$/.test(line)))) return undefined
    if (lines.some((line) => closingColons(line) !== undefined || readOpening(line))) return undefined
    for (let left = lines.length; left >= 0; left--) this.#reader.next()
    return lines.slice(1)
  }

  #close(isClosed: boolean): void {
    const frame = this.#frames.pop()
    if (!frame?.component) return
    frame.flush()
    this.#top().append(frame.component)
    if (!isClosed) this.#problems.push(unclosed(frame.component.name, frame.colons, frame.component.offset))
  }

  #top(): Frame {
    return this.#frames.at(-1) ?? this.#frames[0]
  }
}

function unclosed(name: string, colons: number, offset: number): RelativeProblem {
  const fence = ':'.repeat(colons)
  return {
    offset,
    message: `The block "${fence}${name}" is not closed`,
    hint: `Add a line with only ${fence} where the block ends; until then it ends with its parent.`,
    fatal: false,
  }
}

function unclosedVerbatim({ opener, offset }: Pick<Verbatim, 'opener' | 'offset'>): RelativeProblem {
  const isComment = opener === '<!--'
  const end = isComment ? '-->' : opener
  return {
    offset,
    message: `The ${isComment ? 'comment' : 'code'} that begins with ${opener} is not closed`,
    hint: `Add ${end} where it ends.`,
    // An unclosed comment is fatal, because text that the author has hidden would be shown.
    fatal: isComment,
  }
}

function stray(colons: number, offset: number): RelativeProblem {
  const fence = ':'.repeat(colons)
  return {
    offset,
    message: `${fence} without an open block`,
    hint: `Remove the line, or give it as many colons as the block it should close.`,
    fatal: false,
  }
}

function tooDeep(name: string, offset: number): RelativeProblem {
  return {
    offset,
    message: `The block "${name}" is nested too deep and stays text`,
    hint: 'Put fewer blocks inside one another.',
    fatal: false,
  }
}

function misspelled(line: string, isUnreadable: boolean, offset: number): RelativeProblem {
  const name = /[\w-]+/.exec(line)?.[0] ?? ''
  return {
    offset,
    message: `The line looks like the beginning of the block "${name}", but ${isUnreadable ? 'its attributes cannot be read' : 'something follows it'}`,
    hint: 'Write ::name[label]{key="value"} in this order, with every quote and bracket closed, and nothing after it.',
    fatal: false,
  }
}
