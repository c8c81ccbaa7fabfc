import { type CollectionSchema, hashColumn } from '../protocol/schema.ts'
import { position, RefusedError, shorten, type Token } from './tokens.ts'

/**
 * Whether a query may name a column, spelt exactly so. SQLite reads an unknown name in double quotes as text, so a
 * name is never passed on unchecked.
 */
export function hasColumn({ fields }: CollectionSchema, column: string): boolean {
  return column === hashColumn || fields.some(({ name }) => name === column)
}

/** The column a token names. */
export function knownColumn(schema: CollectionSchema, { value, start }: Token): string {
  if (hasColumn(schema, value)) return value
  throw new RefusedError(`Collection ${schema.name} has no column ${shorten(value)}, named ${position(start)}`)
}
