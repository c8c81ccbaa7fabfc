import type { Db } from '../../db/client.ts'
import type { CollectionSchema } from '../protocol/schema.ts'
import { listFolders } from '../queries.ts'
import type { Direction } from '../query/ast.ts'
import { type QueryBuilder, queryCollection } from '../query/builder.ts'
import type { NavigationItem } from './navigation-item.ts'
import { settingsRow } from './navigation-rows.ts'
import { navigationTree } from './navigation-tree.ts'

export interface NavigationOptions {
  /** Columns that nodes carry besides title, path and stem */
  extra?: readonly string[]
  /** Columns to order pages by; as people count the numbers of their files unless given */
  order?: readonly (readonly [field: string, direction: Direction])[]
  /** Narrows the pages: `(query) => query.where('draft', '=', false)` */
  where?: (query: QueryBuilder) => QueryBuilder
  /** The tree that Nuxt Content's client builds from the collection's dump */
  asOriginal?: boolean
}

/**
 * The tree of a collection's pages, see `navigationTree`. Russian pages of the site stand below `/docs` or `/blog`,
 * English ones one level deeper, below `/en`.
 * @throws RangeError when the collection has no such column, or is of data and has no pages
 */
export async function navigation(
  db: Db,
  schema: CollectionSchema,
  { extra = [], order = [], where = (query) => query, asOriginal = false }: NavigationOptions = {},
): Promise<NavigationItem[]> {
  const query = queryCollection(schema).select('navigation', 'stem', 'path', 'title', 'meta', ...extra)
  for (const [field, direction] of order) query.order(field, direction)
  const rows = await where(query).all(db)
  const folders = asOriginal ? [] : await listFolders(db)
  // Conditions may have left out the rows of folders: they come from their own table.
  const settings = folders.filter(({ collection }) => collection === schema.name).map(settingsRow)
  return navigationTree([...rows, ...settings], { extra, asOriginal, keepsOrder: order.length > 0 })
}
