import type { ReactNode } from 'react'
import { hostOf } from '../../mdc/safety.ts'
import { type Attributes, flagAttribute, textAttribute } from '../attributes.ts'
import { NewTabNote } from '../links/links.tsx'
import { type LinkAttributes, safeHref } from '../links/urls.ts'

export interface EmbedProps {
  src: string
  title: string
  link: LinkAttributes
  children: ReactNode
}

/** Permissions of the embedded page: it may run its own scripts, but not access this page or navigate it. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation'

/** Embeds a page of another site, which is loaded when the reader scrolls near it, with a link to it. */
export function Embed({ src, title, link, children }: EmbedProps) {
  return (
    <figure className="embed">
      <iframe
        src={src}
        title={title}
        loading="lazy"
        sandbox={sandbox}
        allow="fullscreen; picture-in-picture; encrypted-media"
        referrerPolicy="strict-origin-when-cross-origin"
      />
      <figcaption>
        <a {...link}>
          {title}
          <NewTabNote target={link.target} />
        </a>
        {children}
      </figcaption>
    </figure>
  )
}

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
