import type { Db } from '../../db/client.ts'
import type { CollectionSchema } from '../protocol/schema.ts'
import { type NavigationOptions, navigation } from './navigation.ts'
import { flattenTree, type NavigationItem } from './navigation-item.ts'
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
