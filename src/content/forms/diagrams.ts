import type { ElementNode } from '../mdc/ast.ts'
import { isFlowchart, spelledOut, withReserved } from './flowchart.ts'
import type { FormProblem } from './form-problem.ts'
import { otherSpelledOut } from './other-diagrams.ts'

/** Of one page; the sources of those beyond are shown. `lines`: of one, and `characters`, which layout takes time for */
const most = { diagrams: 50, lines: 300, characters: 10_000 }
/** Of what a diagram becomes, characters */
const mostDrawn = 400_000

export type DrawDiagram = (node: ElementNode) => ElementNode | undefined

/** Loads what draws Mermaid's diagrams. It answers nothing for one that cannot be drawn, and tells why. */
export async function diagramDrawer(onProblem: (problem: FormProblem) => void): Promise<DrawDiagram> {
  const { renderMermaidSVG } = await import('beautiful-mermaid')
  let diagrams = 0
  return (node) => {
    const source = String(node[1].code ?? '').trimEnd()
    const refuse = (message: string, part = '') => {
      onProblem({ kind: 'diagram', source, position: Math.max(0, source.indexOf(part)), message })
      return undefined
    }
    if (++diagrams > most.diagrams) return diagrams === most.diagrams + 1 ? refuse('the page has too many') : undefined
    if (source.length > most.characters || source.split('\n').length > most.lines) return refuse('it is too large')
    // Its colours are rules of a style sheet, of which none enters a page.
    const text = withoutHead(source)
    if (/^\s*xychart/.test(text)) return refuse('diagrams of this kind are not drawn')
    const spelled = isFlowchart(text) ? spelledOut(text) : otherSpelledOut(text)
    if (spelled?.status === 'refused') return refuse(spelled.message, spelled.part)
    try {
      const markup = renderMermaidSVG(spelled?.source ?? text, { transparent: true })
      if (markup.length > mostDrawn) return refuse('it is too large')
      return ['diagram', { markup: withOwnNames(withReserved(markup), diagrams) }, node]
    } catch (error) {
      return refuse(error instanceof Error ? error.message : String(error))
    }
  }
}

/** Front matter and directives say how Mermaid's own renderer draws; what acts or is for who does not see is no shape. */
function withoutHead(source: string): string {
  return source
    .replace(/^\s*---\n[\s\S]*?\n---\n/, '')
    .replace(/^[ \t]*%%\{[\s\S]*?\}%%[ \t]*$/gm, '')
    .trimStart()
    .replace(/^[ \t]*(?:click[ \t]|acc(?:Title|Descr)[ \t]*:).*$/gm, '')
}

/** Several diagrams of a page have parts of the same names. */
function withOwnNames(markup: string, number: number): string {
  return markup
    .replace(/ id="([\w-]+)"/g, ` id="diagram-${number}-$1"`)
    .replace(/url\(#([\w-]+)\)/g, `url(#diagram-${number}-$1)`)
}
