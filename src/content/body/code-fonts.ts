import type { CodeFont } from '../../ui/frame.tsx'
import { type AstNode, childrenOf, isElement, textOf } from '../mdc/ast.ts'
import { blockName } from '../render/block.ts'
import { isNode } from '../render/prerender.tsx'
import type { PrerenderedBlocks, ProseBody } from '../render/prose-body.ts'

const drawnCode = /<(code|kbd)\b.*?<\/\1>/gs
const codeBlocks = ['code', 'kbd', 'pre']

export function codeFontsOf({ value }: ProseBody): CodeFont[] {
  const code = value.map((part) => (isNode(part) ? codeIn(part) : codeDrawnIn(part))).join('')
  if (code === '') return []
  return /[а-яё]/i.test(code) ? ['latinCode', 'cyrillicCode'] : ['latinCode']
}

function codeDrawnIn({ html }: PrerenderedBlocks): string {
  return (html.match(drawnCode) ?? []).join('').replace(/<[^>]*>/g, '')
}

function codeIn(node: AstNode): string {
  if (!isElement(node)) return ''
  return codeBlocks.includes(blockName(node[0])) ? textOf(node) : childrenOf(node).map(codeIn).join('')
}
