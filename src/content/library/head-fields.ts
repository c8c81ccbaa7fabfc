import { z } from 'zod'
import type { PageRow } from '../queries.ts'
import type { Library } from './library.ts'
import type { HeadFields } from './views.ts'

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
