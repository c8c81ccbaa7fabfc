import type { ReactNode } from 'react'
import type { LinkAttributes } from '../links/link-attributes.ts'
import { NewTabNote } from '../links/new-tab-note.tsx'

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
