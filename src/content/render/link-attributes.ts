import { type Attributes, textAttribute } from './attributes.ts'
import { isExternal, safeHref } from './urls.ts'

export interface LinkAttributes {
  href: string
  target: '_blank' | undefined
  rel: string | undefined
}

/**
 * What a link takes from its author: the address under `name`, and a new window if asked for. `rel="external"` says
 * that the link leaves the site. Nothing when the address is missing or refused.
 */
export function linkAttributes(attributes: Attributes, name: 'href' | 'to'): LinkAttributes | undefined {
  const href = safeHref(attributes[name])
  if (href === undefined) return undefined
  const target = textAttribute(attributes, 'target') === '_blank' ? '_blank' : undefined
  return { href, target, rel: isExternal(href) ? 'external noopener' : target && 'noopener' }
}

/** The same for a block that is a link as a whole: one that leaves the site opens a new window unless told otherwise. */
export function blockLinkAttributes(attributes: Attributes): LinkAttributes | undefined {
  const link = linkAttributes(attributes, 'to')
  const opensWindow = link && isExternal(link.href) && textAttribute(attributes, 'target') === undefined
  return opensWindow ? { ...link, target: '_blank' } : link
}
