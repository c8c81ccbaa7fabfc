import { type AstNode, type Body, childrenOf, type ElementNode, isElement } from '../mdc/ast.ts'
import { codeBlock } from '../mdc/tree/code.ts'
import { type DrawFormula, type FormulaProblem, formulaDrawer } from './formulas.ts'

/** What is written as text or code and drawn as something else: the libraries for it are loaded by the first page that has some. */
export async function drawForms(body: Body, onProblem: (problem: FormulaProblem) => void): Promise<Body> {
  if (!body.value.some(hasForm)) return body
  const draw = await formulaDrawer(onProblem)
  return { ...body, value: body.value.map((node) => drawn(node, draw)) }
}

function hasForm(node: AstNode): boolean {
  return isElement(node) && (isFormula(node) || isFence(node) || childrenOf(node).some(hasForm))
}

function isFormula([tag]: ElementNode): boolean {
  return tag === 'formula'
}

function isFence([tag, { language }]: ElementNode): boolean {
  return tag === 'pre' && language === 'math'
}

function drawn(node: AstNode, draw: DrawFormula): AstNode {
  if (!isElement(node)) return node
  if (isFence(node)) return draw(node, true) ?? node
  if (!isFormula(node)) {
    const [tag, props] = node
    return [tag, props, ...childrenOf(node).map((child) => drawn(child, draw))]
  }
  const isDisplay = 'display' in node[1]
  const [source = ''] = childrenOf(node)
  const failed: ElementNode =
    isDisplay && !isElement(source) ? codeBlock(source, 'math') : ['code', {}, ...childrenOf(node)]
  return draw(node, isDisplay) ?? failed
}
