import { type AstNode, type ElementNode, isElement } from '../ast.ts'

const definition = /\n:[ \t]+/

/** Whether lines of a paragraph define its first ones. */
export function isDefining(text: string): boolean {
  return definition.test(text) && !/^:[ \t]/.test(text)
}

/** Terms and what they are: text up to a line that begins with a colon, and each such line. */
export function definitionList(nodes: AstNode[]): ElementNode {
  const parts: AstNode[][] = [[]]
  for (const node of nodes) {
    const [text = node, ...further] = isElement(node) ? [node] : node.split(definition)
    if (text !== '') parts.at(-1)?.push(text)
    for (const next of further) parts.push(next === '' ? [] : [next])
  }
  return ['dl', {}, ...parts.map((part, at): ElementNode => [at === 0 ? 'dt' : 'dd', {}, ...part])]
}
