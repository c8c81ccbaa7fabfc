import type { Props } from '../ast.ts'
import type { Attribute } from '../attributes.ts'
import type { Footnotes } from '../lex/footnotes.ts'
import { maxYamlLength } from '../limits.ts'
import { kebabCase } from '../names.ts'
import type { MdcProblem } from '../problem.ts'
import { isForbiddenTag, propRefusal } from '../safety.ts'
import { HeadingIds } from './headings.ts'
import { toProps } from './props.ts'

export const unknownBlockHint = 'Correct the name; the blocks that exist are listed in the documentation under Writing.'

export interface WalkOptions {
  firstLine: number
  base: string | undefined
  labelTitles: boolean | undefined
}

export class Walk {
  readonly ids = new HeadingIds()
  readonly problems: MdcProblem[] = []
  /** Numbers of footnotes by label, in the order of first reference */
  readonly references = new Map<string, number>()
  readonly referenceCounts = new Map<string, number>()
  readonly footnotes: Footnotes
  readonly base: string | undefined
  readonly labelTitles: boolean
  readonly footnoteLines = new Map<string, number>()
  /** Closing tags in the last block whose elements were opened outside of it */
  strayClosingTags: string[] = []
  line: number
  origin: number
  depth = 0
  yamlLeft = maxYamlLength
  #isPlainReported = false
  readonly #unknownBlocks = new Set<string>()

  constructor(footnotes: Footnotes, { firstLine, base, labelTitles = false }: WalkOptions) {
    this.footnotes = footnotes
    this.base = base
    this.labelTitles = labelTitles
    this.line = firstLine
    this.origin = firstLine
  }

  warn(message: string, hint: string): void {
    this.problems.push({ line: this.line, message, hint, fatal: false })
  }

  /** Whether the current blocks are at the top level of the page; each chunk of blocks adds one level */
  get isAtTop(): boolean {
    return this.depth <= 2
  }

  /** Warns about an unknown block, once per name */
  warnOfBlock(name: string): void {
    if (this.#unknownBlocks.has(name)) return
    this.#unknownBlocks.add(name)
    this.warn(`Unknown block "${name}"; only its content is shown`, unknownBlockHint)
  }

  /** Warns about an `<iframe>`. @param host  host whose pages can be embedded; undefined if this page cannot */
  warnOfFrame(host: string | undefined): void {
    const hint = host
      ? `Add ${host} to EMBEDS to embed it in the page.`
      : 'Only HTTPS pages can be embedded, and only between blocks.'
    const problem = { line: this.line, message: 'An <iframe> is shown as a link', hint, fatal: false }
    this.problems.push(host === undefined ? problem : { ...problem, unlessEmbeds: host })
  }

  /** Reports that markup is not parsed, only once, because all text after it is plain, too. */
  reportPlain(): void {
    if (this.#isPlainReported) return
    this.#isPlainReported = true
    this.warn('The markup of this text is too complex; it is shown as plain text', 'Split it, or nest less.')
  }

  props(attributes: readonly Attribute[], isHtml = false): Props {
    if (isHtml && attributes.some(({ name }) => name.toLowerCase() === 'style')) {
      this.warn('The attribute style is not applied', 'Use a block of the site, or a class it has.')
    }
    return toProps(attributes, { isHtml, onUnsafe: (name, value) => this.reportUnsafe(name, value) })
  }

  reportUnsafe(name: string, value: string): void {
    const shown = value === '' ? name : `${name}="${value.slice(0, 60)}"`
    const reason = propRefusal(name, value)
    this.warn(`The attribute ${shown} was left out: ${reason}`, 'Remove it, or use an ordinary address.')
  }
}

/** Returns the tag of a component; the name of a forbidden element becomes a plain `div` or `span`. */
export function tagOf(walk: Walk, name: string, plain: 'div' | 'span'): string {
  const tag = kebabCase(name)
  if (!isForbiddenTag(tag)) return tag
  walk.warn(`"${name}" is not allowed as the name of a component`, 'Only its content is shown; use another component.')
  return plain
}
