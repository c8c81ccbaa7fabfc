import type { Db } from '../../db/client.ts'
import type { CollectionSchema } from '../protocol/schema.ts'
import { listFolders } from '../queries.ts'
import type { Direction } from '../query/ast.ts'
import { type QueryBuilder, queryCollection } from '../query/builder.ts'
import { flattenTree, type NavigationItem } from './navigation-item.ts'
import { settingsRow } from './navigation-rows.ts'
import { navigationTree } from './navigation-tree.ts'
import { type NeighborOptions, neighbors } from './neighbors.ts'

export interface SurroundingsOptions extends NeighborOptions, Omit<NavigationOptions, 'extra'> {
  fields?: readonly string[]
}

/** The pages before and after a page in navigation order. @throws RangeError like `navigation` */
export async function surroundings(
  db: Db,
  schema: CollectionSchema,
  path: string,
  { before, after, fields, ...options }: SurroundingsOptions = {},
): Promise<(NavigationItem | null)[]> {
  const tree = await navigation(db, schema, { ...options, extra: fields })
  return neighbors(flattenTree(tree), path, { before, after })
}

interface NavigationOptions {
  extra?: readonly string[]
  /** Default: natural order of stems */
  order?: readonly (readonly [field: string, direction: Direction])[]
  where?: (query: QueryBuilder) => QueryBuilder
  /** Builds the tree as Nuxt Content's client does, see `originalRules` */
  asOriginal?: boolean
}

/**
 * The tree of a collection; English pages are below `/en`. @throws RangeError for an unknown column or a data
 * collection
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
  // Read separately, because conditions may have excluded the rows of folders.
  const settings = folders.filter(({ collection }) => collection === schema.name).map(settingsRow)
  return navigationTree([...rows, ...settings], { extra, asOriginal, keepsOrder: order.length > 0 })
}
