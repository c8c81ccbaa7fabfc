import { type AstNode, type Body, childrenOf, type ElementNode, isElement } from '../mdc/ast.ts'
import { codeBlock } from '../mdc/tree/code.ts'
import { isFlowchart, restoreReserved, rewriteFlowchart } from './flowchart.ts'
import { type DiagramProblem, type DrawFormula, formulaDrawer } from './formulas.ts'
import { rewriteOtherDiagram } from './other-diagrams.ts'

/**
 * Max number of diagrams per page (others are shown as source), and max number of lines and characters of one diagram,
 * because layout takes time
 */
const most = { diagrams: 50, lines: 300, characters: 10_000 }
/** Max length of a drawing's SVG, characters */
const maxDrawn = 400_000

type DrawDiagram = (node: ElementNode) => ElementNode | undefined

/**
 * Loads the library that draws Mermaid diagrams. The returned function draws one; for a diagram that cannot be drawn,
 * it returns undefined and reports the reason.
 */
export async function diagramDrawer(onProblem: (problem: DiagramProblem) => void): Promise<DrawDiagram> {
  const { renderMermaidSVG } = await import('beautiful-mermaid')
  let diagrams = 0
  return (node) => {
    const source = String(node[1].code ?? '').trimEnd()
    const refuse = (message: string, part = '') => {
      onProblem({ kind: 'diagram', source, position: Math.max(0, source.indexOf(part)), message })
      return undefined
    }
    if (++diagrams > most.diagrams)
      return diagrams === most.diagrams + 1 ? refuse('the page has too many diagrams') : undefined
    if (source.length > most.characters || source.split('\n').length > most.lines) return refuse('it is too large')
    // XY charts are not drawn, because their colors are rules of a style sheet, which pages do not allow.
    const text = withoutHead(source)
    if (/^\s*xychart/.test(text)) return refuse('diagrams of this kind are not drawn')
    const rewritten = isFlowchart(text) ? rewriteFlowchart(text) : rewriteOtherDiagram(text)
    if (rewritten?.status === 'refused') return refuse(rewritten.message, rewritten.part)
    try {
      const markup = renderMermaidSVG(rewritten?.source ?? text, { transparent: true })
      if (markup.length > maxDrawn) return refuse('it is too large')
      return ['diagram', { markup: withOwnNames(restoreReserved(markup), diagrams) }, node]
    } catch (error) {
      return refuse(error instanceof Error ? error.message : String(error))
    }
  }
}

/**
 * Removes front matter and directives from a diagram, which are for Mermaid's own renderer, and lines for actions and
 * screen readers.
 */
function withoutHead(source: string): string {
  return source
    .replace(/^\s*---\n[\s\S]*?\n---\n/, '')
    .replace(/^[ \t]*%%\{[\s\S]*?\}%%[ \t]*$/gm, '')
    .trimStart()
    .replace(/^[ \t]*(?:click[ \t]|acc(?:Title|Descr)[ \t]*:).*$/gm, '')
}

/** Makes the IDs in a drawing unique, because several diagrams on a page have equal IDs. */
function withOwnNames(markup: string, number: number): string {
  return markup
    .replace(/ id="([\w-]+)"/g, ` id="diagram-${number}-$1"`)
    .replace(/url\(#([\w-]+)\)/g, `url(#diagram-${number}-$1)`)
}

interface Drawers {
  formula: DrawFormula | undefined
  diagram: DrawDiagram | undefined
}

/**
 * Draws the formulas and diagrams of a page, written as text or code. Their libraries are loaded by the first page that
 * needs them.
 */
export async function drawDiagrams(body: Body, onProblem: (problem: DiagramProblem) => void): Promise<Body> {
  const hasFormulas = body.value.some((node) => holds(node, isFormula))
  const hasDiagrams = body.value.some((node) => holds(node, isDiagram))
  if (!hasFormulas && !hasDiagrams) return body
  const drawers = {
    formula: hasFormulas ? await formulaDrawer(onProblem) : undefined,
    diagram: hasDiagrams ? await diagramDrawer(onProblem) : undefined,
  }
  return { ...body, value: body.value.map((node) => drawn(node, drawers)) }
}

function holds(node: AstNode, is: (node: ElementNode) => boolean): boolean {
  return isElement(node) && (is(node) || childrenOf(node).some((child) => holds(child, is)))
}

function isFormula([tag, { language }]: ElementNode): boolean {
  return tag === 'formula' || (tag === 'pre' && language === 'math')
}

function isDiagram([tag, { language }]: ElementNode): boolean {
  return tag === 'pre' && language === 'mermaid'
}

function drawn(node: AstNode, drawers: Drawers): AstNode {
  if (!isElement(node)) return node
  const [tag, props] = node
  if (isDiagram(node)) return drawers.diagram?.(node) ?? node
  if (!isFormula(node)) return [tag, props, ...childrenOf(node).map((child) => drawn(child, drawers))]
  const isDisplay = tag === 'pre' || 'display' in props
  return drawers.formula?.(node, isDisplay) ?? sourceOf(node, isDisplay)
}

function sourceOf(node: ElementNode, isDisplay: boolean): ElementNode {
  if (node[0] === 'pre') return node
  const [source = ''] = childrenOf(node)
  return isDisplay && !isElement(source) ? codeBlock(source, 'math') : ['code', {}, ...childrenOf(node)]
}
