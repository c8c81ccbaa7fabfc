import { type Attributes, textAttribute } from '../attributes.ts'
import { isExternal, safeHref } from './urls.ts'

export interface LinkAttributes {
  href: string
  target: '_blank' | undefined
  rel: string | undefined
}

/**
 * Returns the attributes of a link; undefined if its address is missing or unsafe. `rel="external"` marks links that
 * leave the site.
 */
export function linkAttributes(attributes: Attributes, name: 'href' | 'to'): LinkAttributes | undefined {
  const href = safeHref(attributes[name])
  if (href === undefined) return undefined
  const target = textAttribute(attributes, 'target') === '_blank' ? '_blank' : undefined
  return { href, target, rel: isExternal(href) ? 'external noopener' : target && 'noopener' }
}

/** Returns the attributes of a block that is a link as a whole: external links open in a new tab by default. */
export function blockLinkAttributes(attributes: Attributes): LinkAttributes | undefined {
  const link = linkAttributes(attributes, 'to')
  const opensWindow = link && isExternal(link.href) && textAttribute(attributes, 'target') === undefined
  return opensWindow ? { ...link, target: '_blank' } : link
}
