import { type CollectionSchema, hashColumn } from '../protocol/schema.ts'
import { position, RefusedError, shorten, type Token } from './tokens.ts'

/**
 * Whether a collection has a column, case-sensitive. SQLite reads an unknown name in double quotes as text, so names
 * are always checked first.
 */
export function hasColumn({ fields }: CollectionSchema, column: string): boolean {
  return column === hashColumn || fields.some(({ name }) => name === column)
}

export function knownColumn(schema: CollectionSchema, { value, start }: Token): string {
  if (hasColumn(schema, value)) return value
  throw new RefusedError(`Collection ${schema.name} has no column ${shorten(value)}, named ${position(start)}`)
}
