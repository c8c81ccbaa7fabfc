import { type AstNode, type Body, childrenOf, type ElementNode, isElement } from '../mdc/ast.ts'
import { codeBlock } from '../mdc/tree/code.ts'
import type { DiagramProblem } from './diagram-problem.ts'
import { type DrawDiagram, diagramDrawer } from './diagrams.ts'
import { type DrawFormula, formulaDrawer } from './formulas.ts'

interface Drawers {
  formula: DrawFormula | undefined
  diagram: DrawDiagram | undefined
}

/**
 * Draws formulas and diagrams, written as text or code. Their libraries are loaded by the first page that needs them.
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
