import type { z } from 'zod'
import { pathOf } from '../addresses.ts'
import { type folderFields, folderFields as known, unknownFields } from './fields.ts'
import { folderRowId } from './folder-row-id.ts'
import type { CollectionRow } from './queries.ts'
import { rowHash } from './read-page.ts'

/** Undefined for the blog, which has only article rows. */
export function folderRow(
  stem: string,
  data: Record<string, unknown>,
  { title, navigation }: z.infer<typeof folderFields>,
): CollectionRow | undefined {
  const place = folderRowId(stem)
  if (!place) return undefined
  const { icon, ...others } = { ...unknownFields(data, known), icon: data.icon }
  const row = {
    id: place.id,
    title: title ?? '',
    body: JSON.stringify(data),
    description: '',
    draft: false,
    extension: 'yml',
    head: null,
    meta: JSON.stringify({ ...others, ...(icon !== undefined && { icon }) }),
    navigation: JSON.stringify(navigation),
    ogImage: null,
    path: `${pathOf(stem)}/.navigation`,
    robots: null,
    schemaOrg: null,
    seo: JSON.stringify(title === undefined ? {} : { title }),
    sitemap: null,
    stem: `${stem}/.navigation`,
    updated: null,
  }
  return { collection: place.collection, row: { ...row, hash: rowHash(Object.values(row)) } }
}
