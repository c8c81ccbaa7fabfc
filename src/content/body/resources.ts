import type { CodeFont } from '../../ui/frame.tsx'
import { type AstNode, childrenOf, isElement, textOf } from '../mdc/ast.ts'
import { attributesOf } from '../render/attributes.ts'
import { blockName } from '../render/block.ts'
import { embedOf } from '../render/embeds/embed.tsx'
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

/** Returns those of the allowed hosts whose pages a text embeds. */
export function embeddedHosts({ value }: ProseBody, hosts: readonly string[]): string[] {
  const hostsIn = (node: AstNode): string[] => {
    if (!isElement(node)) return []
    const embed = blockName(node[0]) === 'card' ? embedOf(attributesOf(node[1]), hosts) : undefined
    return [...(embed ? [embed.host] : []), ...childrenOf(node).flatMap(hostsIn)]
  }
  return hosts.length === 0 ? [] : [...new Set(value.filter(isNode).flatMap(hostsIn))]
}
