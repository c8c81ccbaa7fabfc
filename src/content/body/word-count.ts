import { type AstNode, type Body, childrenOf, isElement } from '../mdc/ast.ts'

const notRead = new Set(['pre', 'style', 'script'])

export function countWords(body: Body): number {
  return body.value.reduce((sum, node) => sum + wordsIn(node), 0)
}

function wordsIn(node: AstNode): number {
  if (!isElement(node)) return node.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0
  return notRead.has(node[0]) ? 0 : childrenOf(node).reduce((sum, child) => sum + wordsIn(child), 0)
}
