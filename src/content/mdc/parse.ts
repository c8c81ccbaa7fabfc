import { type AstNode, type Body, childrenOf, isElement, textOf } from './ast.ts'
import { lex } from './lex/lex.ts'
import { maxProblems } from './limits.ts'
import type { MdcProblem } from './problem.ts'
import { blockNodes } from './tree/block-ast.ts'
import { replaceInvalidCharacters } from './tree/entities.ts'
import { type FootnoteWords, footnoteSection } from './tree/footnotes-ast.ts'
import { headingLevel, type TocOptions, tocOf } from './tree/toc.ts'
import { Walk } from './tree/walk.ts'

export interface ParseOptions {
  /** Line of the file at which the text begins, 1-based */
  firstLine?: number
  toc?: TocOptions
  footnotes?: FootnoteWords
  /** Whether text between dollar signs is a formula: yes on our pages, text in the API */
  formulas?: boolean
  /** Whether the label of a callout, `:::tip[Label]`, is its title: yes on our pages, content in the API */
  labelTitles?: boolean
  base?: string | undefined
  /** Whether the text is MDX, in which indentation makes no code, and text between tags is Markdown */
  isMdx?: boolean
}

export interface ParsedMdc {
  body: Body
  title?: string
  description?: string
  excerpt?: Body
  problems: MdcProblem[]
}

/**
 * Parses Markdown with components. It never throws and loses no text: parts that cannot be parsed stay as written. For
 * any input, the tree has no event handler and no address that runs code; a `script` is text that is not shown.
 */
export function parseMdc(
  source: string,
  { firstLine = 1, toc, footnotes, formulas, labelTitles, base, isMdx }: ParseOptions = {},
): ParsedMdc {
  const text = replaceInvalidCharacters(source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))
    // The tokenizer accepts only spaces after a closing fence, so tabs are replaced by spaces.
    .replace(/^([ \t>]*(?:`{3,}|~{3,}))[ \t]+$/gm, (line, fence: string) => fence.padEnd(line.length))
  const lexed = lex(text, { formulas, isMdx })
  const walk = new Walk(lexed.footnotes, { firstLine, base, labelTitles })
  for (const { offset, ...problem } of lexed.problems) walk.problems.push({ ...problem, line: firstLine + offset })
  let excerptLength: number | undefined
  const value = blockNodes(walk, lexed.tokens, {
    onComment: (text, nodesBefore) => {
      if (text.trim() === 'more') excerptLength ??= nodesBefore
    },
  })
  const section = footnoteSection(walk, (tokens) => blockNodes(walk, tokens), footnotes)
  if (section) value.push(section)
  nameHeadings(walk, value)
  const excerpt: Body = { type: 'minimal', value: value.slice(0, excerptLength) }
  return {
    body: { type: 'minimal', value, toc: tocOf(value, toc) },
    ...headOf(value),
    ...(excerptLength === undefined ? {} : { excerpt }),
    problems: firstProblems(walk.problems, firstLine + text.split('\n').length - 1),
  }
}

/** Sets the IDs of headings in raw HTML, whose text is known only when they end. */
function nameHeadings(walk: Walk, nodes: AstNode[]): void {
  for (const node of nodes) {
    if (!isElement(node)) continue
    const [tag, props] = node
    if (headingLevel(tag) === undefined) nameHeadings(walk, childrenOf(node))
    else if (props.id === undefined && textOf(node).trim() !== '') props.id = walk.ids.idOf(textOf(node).trim())
  }
}

/**
 * Returns problems sorted by line; if there are too many, fatal ones are kept first. Footnotes inside footnotes may
 * report a line past the end.
 */
function firstProblems(problems: MdcProblem[], lastLine: number): MdcProblem[] {
  const worstFirst = problems.toSorted((left, right) => Number(right.fatal) - Number(left.fatal))
  return worstFirst
    .slice(0, maxProblems)
    .map((problem) => ({ ...problem, line: Math.min(problem.line, lastLine) }))
    .sort((left, right) => left.line - right.line)
}

function headOf(value: AstNode[]): Pick<ParsedMdc, 'title' | 'description'> {
  const [first, second] = value.filter((node) => isElement(node) && node[0] !== 'hr')
  const title = textIn(first, 'h1')
  const description = textIn(title === undefined ? first : second, 'p')
  return { ...(title ? { title } : {}), ...(description ? { description } : {}) }
}

function textIn(node: AstNode | undefined, tag: string): string | undefined {
  if (node === undefined || !isElement(node) || node[0] !== tag) return undefined
  return childrenOf(node).map(textOf).join('').replace(/\s+/g, ' ').trim()
}
