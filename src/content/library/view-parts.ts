import { z } from 'zod'
import { type Locale, localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { ownPictureFile, servedName } from '../own-pictures.ts'
import type { Picture } from '../render/prose-body.ts'
import type { CategoryView } from './views.ts'

/** Reading speed, words per minute: the lower end for technical prose. */
const readingSpeed = 180

export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / readingSpeed))
}

interface ImageRow {
  src: string
  digest: string
  width: number
  height: number
  widths: string
}

const widthsField = z.array(z.number())

export function pictureView({ src, digest, width, height, widths }: ImageRow): Picture {
  const variants = widthsField.parse(JSON.parse(widths)).map((variant) => ({
    width: variant,
    src: href(paths.images, { file: `${digest}-${variant}.webp` }),
  }))
  const isOwn = ownPictureFile(src) !== undefined
  const address = isOwn ? href(paths.images, { file: servedName(src, digest) }) : src
  return { src: address, alt: '', width, height, variants }
}

interface CategoryRow {
  slug: string
  title: string
  label: string | null
  description: string
  icon: string | null
}

/** Makes the row of a category that has articles but no file. */
export function undescribedCategory(slug: string): CategoryRow {
  const title = slug.replace(/-+/g, ' ').replace(/^\p{L}/u, (letter) => letter.toUpperCase())
  return { slug, title, label: null, description: '', icon: null }
}

export function categoryView(locale: Locale, row: CategoryRow, count: number): CategoryView {
  return {
    slug: row.slug,
    title: row.title,
    label: row.label ?? row.title,
    description: row.description,
    icon: row.icon ?? 'i-lucide-folder',
    path: localised(locale, href(paths.blogCategory, { category: row.slug })),
    count,
  }
}
