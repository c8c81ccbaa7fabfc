import { type CollectionSchema, hashColumn } from '../protocol/schema.ts'

/**
 * Whether a query may name a column, spelt exactly so. SQLite reads an unknown name in double quotes as text, so a
 * name is never passed on unchecked.
 */
export function hasColumn({ fields }: CollectionSchema, column: string): boolean {
  return column === hashColumn || fields.some(({ name }) => name === column)
}
