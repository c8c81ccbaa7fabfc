import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { LocaleProvider } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/locales.ts'
import { type AstNode, type Body, childrenOf, isElement } from '../mdc/ast.ts'
import { attributesOf } from './attributes.ts'
import { blockName } from './block.ts'
import { components } from './components.tsx'
import { isEmbed } from './embeds/embed.tsx'
import { nodeRenderer } from './node-renderer.tsx'
import type { PrerenderedBlocks, ProseBody } from './prose-body.ts'

/**
 * Names of blocks that cannot be rendered in advance: pictures are ingested after texts, IDs are unique per page,
 * product states and API operations belong to a build. Embeds are also excluded.
 */
export const renderedPerView = ['accordion', 'api-operation', 'code-group', 'code-tree', 'img', 'product-state', 'tabs']

/** Renders those blocks of a body to HTML that never differ between views. @param body  without its title */
export function prerender({ value, toc }: Body, locale: Locale): ProseBody {
  const parts: ProseBody['value'] = []
  let run: AstNode[] = []
  const endRun = () => {
    if (run.length > 0) parts.push({ html: toHtml(locale, nodeRenderer(components, new Map())(run)) })
    run = []
  }
  for (const node of value) {
    if (isSteady(node)) run.push(node)
    else {
      endRun()
      parts.push(node)
    }
  }
  endRun()
  return { value: parts, ...(toc && { toc }) }
}

export function isNode(part: AstNode | PrerenderedBlocks): part is AstNode {
  return typeof part === 'string' || Array.isArray(part)
}

/** Renders content to HTML. @param prefix  prefix of generated IDs */
export function toHtml(locale: Locale, content: ReactNode, prefix = ''): string {
  return renderToString(<LocaleProvider locale={locale}>{content}</LocaleProvider>, { identifierPrefix: prefix })
}

function isSteady(node: AstNode): boolean {
  if (!isElement(node)) return true
  const name = blockName(node[0])
  if (renderedPerView.includes(name) || (name === 'card' && isEmbed(attributesOf(node[1])))) return false
  return childrenOf(node).every(isSteady)
}
