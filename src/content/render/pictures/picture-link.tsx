import type { ReactNode } from 'react'
import { useLocale } from '../../../i18n/context.tsx'
import { type Attributes, textAttribute } from '../attributes.ts'
import { addressOf, nameOf } from './zoom.ts'

export interface PictureLinkProps {
  attributes: Attributes
  original: { src: string; width?: number; height?: number }
  children: ReactNode
}

export function PictureLink({ attributes, original, children }: PictureLinkProps) {
  const { t } = useLocale()
  const { gallery, slug } = addressOf(attributes)
  return (
    <a
      className="picture-link"
      href={original.src}
      aria-label={textAttribute(attributes, 'alt') ? undefined : nameOf(attributes)}
      {...placeNamed(slug)}
      data-gallery={gallery}
      data-slug={slug}
      data-width={original.width}
      data-height={original.height}
      data-failed={t('lightbox.failed')}
    >
      {children}
    </a>
  )
}

/** Target of `#slug` without scripts. Unlike an id, a name never takes precedence over the id of a heading. */
function placeNamed(slug: string | undefined): { name?: string } {
  return slug ? { name: slug } : {}
}
