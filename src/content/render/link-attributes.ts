import { type Attributes, textAttribute } from './attributes.ts'
import { isExternal, safeHref } from './urls.ts'

/**
 * What a link takes from its author: the address under `name`, and a new window if asked for. `rel="external"` says
 * that the link leaves the site. Nothing when the address is missing or refused.
 */
export function linkAttributes(attributes: Attributes, name: 'href' | 'to') {
  const href = safeHref(attributes[name])
  if (href === undefined) return undefined
  const target = textAttribute(attributes, 'target') === '_blank' ? '_blank' : undefined
  return { href, target, rel: isExternal(href) ? 'external noopener' : target && 'noopener' }
}
