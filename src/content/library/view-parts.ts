import { z } from 'zod'
import { type Locale, localised } from '../../i18n/locales.ts'
import { href, paths } from '../../paths.ts'
import { ownPictureFile, servedName } from '../own-pictures.ts'
import type { PageRow } from '../queries.ts'
import type { Picture } from '../render/prose-body.ts'
import type { Library } from './library.ts'
import type { CategoryView, HeadFields } from './views.ts'

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

const seoField = z.looseObject({ title: z.string().optional(), description: z.string().optional() })
const imageField = z.union([
  z.string().transform((src) => ({ src, alt: undefined, width: undefined, height: undefined })),
  z
    .looseObject({
      src: z.string().optional(),
      url: z.string().optional(),
      alt: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
    })
    .transform(({ src, url, alt, width, height }) => ({ src: src ?? url, alt, width, height })),
])
const robotsField = z.union([z.string(), z.boolean(), z.looseObject({ index: z.boolean().optional() })])
const metaField = z.looseObject({
  scrollToTop: z.boolean().optional().catch(undefined),
  colorMode: z.enum(['light', 'dark', 'system']).optional().catch(undefined),
})
const schema = z.record(z.string(), z.unknown())
const schemaField = z.union([z.array(schema), schema.transform((one) => [one])])

const previewSize = { width: 1200, height: 630 }

export function headFieldsOf(library: Library, row: Omit<PageRow, 'text' | 'isDrawn'>): HeadFields {
  const seo = read(seoField, row.seo)
  const robots = read(robotsField, row.robots)
  const meta = read(metaField, row.meta)
  return {
    title: seo?.title,
    description: seo?.description,
    image: pictureOf(library, read(imageField, row.ogImage)),
    isHiddenFromCrawlers: isHidden(robots),
    keepsScroll: meta?.scrollToTop === false,
    colorMode: meta?.colorMode,
    schemas: (read(schemaField, row.schemaOrg) ?? []).map((one) => ({ '@context': 'https://schema.org', ...one })),
  }
}

function isHidden(robots: z.infer<typeof robotsField> | undefined): boolean {
  if (typeof robots === 'string') return robots.includes('noindex')
  return robots === false || (typeof robots === 'object' && robots.index === false)
}

function pictureOf(library: Library, image: z.infer<typeof imageField> | undefined): HeadFields['image'] {
  if (!image?.src) return undefined
  const { width, height } = { ...previewSize, ...library.pictures.get(image.src) }
  return { src: image.src, alt: image.alt ?? '', width: image.width ?? width, height: image.height ?? height }
}

function read<Field extends z.ZodType>(field: Field, json: string | null): z.infer<Field> | undefined {
  return json ? field.safeParse(JSON.parse(json)).data : undefined
}

export interface SourceLinks {
  /** URL at which `content/` can be edited, without a trailing slash; undefined if the site has no such URL */
  editUrl?: string | undefined
}

export function sourceLink(
  { editUrl }: SourceLinks,
  file: string,
  path: string,
): { href: string; isEditable: boolean } {
  if (!editUrl) return { href: `${path}.md`, isEditable: false }
  const encoded = file.split('/').map(encodeURIComponent).join('/')
  return { href: `${editUrl.replace(/\/$/, '')}/${encoded}`, isEditable: true }
}
