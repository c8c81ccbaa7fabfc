import { hostOf } from '../../mdc/safety.ts'
import { type Attributes, flagAttribute, textAttribute } from '../attributes.ts'
import { safeHref } from '../links/urls.ts'

export interface EmbedAddress {
  /** Absolute HTTPS URL of the embedded page */
  src: string
  host: string
}

/** Returns the page that a card embeds; undefined unless its host is in `hosts`. */
export function embedOf(attributes: Attributes, hosts: readonly string[]): EmbedAddress | undefined {
  if (!isEmbed(attributes)) return undefined
  const address = safeHref(textAttribute(attributes, 'to'))
  const host = address && hostOf(address)
  if (!host || !hosts.includes(host)) return undefined
  const url = URL.parse(address, 'https://site.invalid')
  return url ? { src: url.href, host } : undefined
}

export function isEmbed(attributes: Attributes): boolean {
  return flagAttribute(attributes, 'embed')
}
