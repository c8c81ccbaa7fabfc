import type { ReactNode } from 'react'
import { useLocale } from '../../../i18n/context.tsx'
import { type Attributes, numberAttribute, textAttribute } from '../attributes.ts'
import type { BlockProps } from '../block.ts'
import { safeImageSource } from '../links/urls.ts'
import { addressOf, isZoomable, nameOf } from './zoom.ts'

const sizes = '(min-width: 48rem) 46rem, 100vw'

/**
 * Renders a picture of a text. Its size is set in advance, so that the layout does not shift; `title` becomes the
 * caption.
 */
export function ProseImage({ block }: BlockProps) {
  const src = safeImageSource(block.attributes.src)
  if (!src) return textAttribute(block.attributes, 'alt') ?? null
  const picture = block.pictures.get(src)
  const title = textAttribute(block.attributes, 'title')
  const width = numberAttribute(block.attributes, 'width')
  const image = (
    <img
      src={picture?.src ?? src}
      alt={textAttribute(block.attributes, 'alt') ?? picture?.alt ?? ''}
      width={width ?? picture?.width}
      height={numberAttribute(block.attributes, 'height') ?? (picture && scaled(picture, width))}
      srcSet={picture?.variants.map((variant) => `${variant.src} ${variant.width}w`).join(', ') || undefined}
      sizes={picture?.variants.length ? sizes : undefined}
      loading="lazy"
      decoding="async"
    />
  )
  const shown = isZoomable(block.attributes) ? (
    <PictureLink attributes={block.attributes} original={picture ?? { src }}>
      {image}
    </PictureLink>
  ) : (
    image
  )
  if (!title) return shown
  return (
    <figure>
      {shown}
      <figcaption>{title}</figcaption>
    </figure>
  )
}

function scaled(picture: { width: number; height: number }, width = picture.width): number {
  return Math.round((picture.height * width) / picture.width)
}

interface PictureLinkProps {
  attributes: Attributes
  original: { src: string; width?: number; height?: number }
  children: ReactNode
}

function PictureLink({ attributes, original, children }: PictureLinkProps) {
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

/**
 * Returns the name that makes a picture the target of `#slug` without scripts. Unlike an ID, a name never takes
 * precedence over the ID of a heading.
 */
function placeNamed(slug: string | undefined): { name?: string } {
  return slug ? { name: slug } : {}
}
