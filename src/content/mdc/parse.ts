import { type AstNode, type Body, childrenOf, isElement, textOf } from './ast.ts'
import { blockNodes } from './block-ast.ts'
import { type FootnoteWords, footnoteSection } from './footnotes-ast.ts'
import { lex } from './lex.ts'
import { maxProblems } from './limits.ts'
import type { MdcProblem } from './problem.ts'
import { type TocOptions, tocOf } from './toc.ts'
import { Walk } from './walk.ts'

export interface ParseOptions {
  /** Line of the file on which the text begins, for problems */
  firstLine?: number
  toc?: TocOptions
  /** English unless given */
  footnotes?: FootnoteWords
}

export interface ParsedMdc {
  body: Body
  /** Text of the h1 the page begins with */
  title?: string
  /** Text of the paragraph the page begins with, or that follows its h1 */
  description?: string
  /** What stands before `<!-- more -->` */
  excerpt?: Body
  problems: MdcProblem[]
}

/**
 * Reads Markdown with components, without front matter. Never throws and loses no text: what cannot be read stays as
 * it was written. The tree contains no handler and no address that runs code, whatever the text says; a `script` in it
 * is its text, without properties, and is drawn as text.
 */
export function parseMdc(source: string, { firstLine = 1, toc, footnotes }: ParseOptions = {}): ParsedMdc {
  const text = source
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '\ufffd')
  const lexed = lex(text)
  const walk = new Walk(lexed.footnotes, firstLine)
  for (const { offset, ...problem } of lexed.problems) walk.problems.push({ ...problem, line: firstLine + offset })
  let excerptLength: number | undefined
  const value = blockNodes(walk, lexed.tokens, {
    onComment: (text, nodesBefore) => {
      if (text.trim() === 'more') excerptLength ??= nodesBefore
    },
  })
  const section = footnoteSection(walk, (tokens) => blockNodes(walk, tokens), footnotes)
  if (section) value.push(section)
  const excerpt: Body = { type: 'minimal', value: value.slice(0, excerptLength) }
  return {
    body: { type: 'minimal', value, toc: tocOf(value, toc) },
    ...headOf(value),
    ...(excerptLength === undefined ? {} : { excerpt }),
    problems: firstProblems(walk.problems, firstLine + text.split('\n').length - 1),
  }
}

/** In the order of their lines; of very many the worst. A footnote inside another is read before its line is known. */
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
