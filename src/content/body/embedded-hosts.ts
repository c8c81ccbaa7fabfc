import { type AstNode, childrenOf, isElement } from '../mdc/ast.ts'
import { attributesOf } from '../render/attributes.ts'
import { blockName } from '../render/block.ts'
import { embedOf } from '../render/embeds/embed-of.ts'
import { isNode } from '../render/prerender.tsx'
import type { ProseBody } from '../render/prose-body.ts'

/** Returns those of the allowed hosts whose pages a text embeds. */
export function embeddedHosts({ value }: ProseBody, hosts: readonly string[]): string[] {
  const hostsIn = (node: AstNode): string[] => {
    if (!isElement(node)) return []
    const embed = blockName(node[0]) === 'card' ? embedOf(attributesOf(node[1]), hosts) : undefined
    return [...(embed ? [embed.host] : []), ...childrenOf(node).flatMap(hostsIn)]
  }
  return hosts.length === 0 ? [] : [...new Set(value.filter(isNode).flatMap(hostsIn))]
}
