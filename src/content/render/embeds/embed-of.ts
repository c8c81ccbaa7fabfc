import { hostOf } from '../../mdc/safety.ts'
import { type Attributes, flagAttribute, textAttribute } from '../attributes.ts'
import { safeHref } from '../links/urls.ts'

export interface EmbedAddress {
  /** Absolute, by HTTPS */
  src: string
  host: string
}

/** Where a card leads in whose place the page itself may be shown; undefined unless its host is among them. */
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
