import { type Attributes, textAttribute } from '../attributes.ts'

const linkSchemes = ['http:', 'https:', 'mailto:', 'tel:', 'tg:']
const imageData = /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/i

/** Returns the address of a link; undefined if it is unsafe. Relative addresses and anchors are allowed. */
export function safeHref(value: unknown): string | undefined {
  const url = cleaned(value)
  if (url === undefined) return undefined
  const scheme = schemeOf(url)
  return !scheme || linkSchemes.includes(scheme) ? url : undefined
}

export function safeImageSource(value: unknown): string | undefined {
  const url = cleaned(value)
  if (!url) return undefined
  const scheme = schemeOf(url)
  return !scheme || scheme === 'http:' || scheme === 'https:' || imageData.test(url) ? url : undefined
}

export function isExternal(url: string): boolean {
  return /^(https?:|[\\/]{2})/i.test(url)
}

/** Normalizes an address like browsers, which drop control characters and outer spaces before the scheme. */
function cleaned(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return [...value]
    .filter((character) => character > '\u001f')
    .join('')
    .trim()
}

function schemeOf(url: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0].toLowerCase()
}

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

/**
 * Adapts relative links to an address with a trailing slash. Texts are written for addresses without one; with it,
 * browsers resolve links from the page instead of its folder.
 */
export function forTrailingSlash(html: string): string {
  return html.replace(/(<a\b[^>]* href=")(?![/\\#?"]|[a-z][a-z0-9+.-]*:)/gi, '$1../')
}
