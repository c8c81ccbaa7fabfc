import type { Props } from './ast.ts'
import type { Attribute } from './attributes.ts'
import type { Footnotes } from './footnotes.ts'
import { HeadingIds } from './headings.ts'
import { maxYamlLength } from './limits.ts'
import type { MdcProblem } from './problem.ts'
import { toProps } from './props.ts'

/** What is kept while the tokens of one page become its tree. */
export class Walk {
  readonly ids = new HeadingIds()
  readonly problems: MdcProblem[] = []
  /** Labels of footnotes with their numbers, in the order of their first reference */
  readonly references = new Map<string, number>()
  readonly footnotes: Footnotes
  readonly footnoteLines = new Map<string, number>()
  /** Line of the file being read */
  line: number
  /** Line that offset 0 of the current components means */
  origin: number
  /** Elements around the current one */
  depth = 0
  /** Characters of YAML that may still be read */
  yamlLeft = maxYamlLength
  #isPlainReported = false

  constructor(footnotes: Footnotes, firstLine: number) {
    this.footnotes = footnotes
    this.line = firstLine
    this.origin = firstLine
  }

  warn(message: string, hint: string): void {
    this.problems.push({ line: this.line, message, hint, fatal: false })
  }

  /** Text was kept as it stands; said once, since it happens to all that follows. */
  reportPlain(): void {
    if (this.#isPlainReported) return
    this.#isPlainReported = true
    this.warn('The markup of this text is too much to read; it stays as it is', 'Split it, or nest less.')
  }

  /** Props without what could run code, of which the author is told. */
  props(attributes: readonly Attribute[], isHtml = false): Props {
    return toProps(attributes, { isHtml, onUnsafe: (name, value) => this.reportUnsafe(name, value) })
  }

  reportUnsafe(name: string, value: string): void {
    const shown = value === '' ? name : `${name}="${value.slice(0, 60)}"`
    this.warn(`The attribute ${shown} was left out: it could run code`, 'Remove it, or use an ordinary address.')
  }
}
