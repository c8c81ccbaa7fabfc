import type { ReactNode } from 'react'
import type { LinkAttributes } from '../links/link-attributes.ts'
import { NewTabNote } from '../links/new-tab-note.tsx'

export interface EmbedProps {
  src: string
  title: string
  link: LinkAttributes
  children: ReactNode
}

/** What the other page may do: its programs are its own, this page and its place are not. */
const sandbox =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation'

/** Another site's page within this one, asked for when the reader comes near, and a link to it. */
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
