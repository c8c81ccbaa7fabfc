import type { CollectionSchema } from '../protocol/schema.ts'

/** A row as the protocol's clients see it: JSON columns parsed, booleans real, null where there is nothing. */
export type ContentRow = Record<string, unknown>

/**
 * What Nuxt Content makes of a stored row. A boolean that is null becomes false, any other null stays; a value that is
 * the text `NULL` disappears.
 */
export function refineRow({ fields }: CollectionSchema, row: ContentRow): ContentRow {
  const types = new Map(fields.map(({ name, type }) => [name, type]))
  const refined = Object.entries(row).map(([name, value]) => [name, refineValue(types.get(name), value)] as const)
  return Object.fromEntries(refined.filter(([, value]) => value !== 'NULL'))
}

function refineValue(type: string | undefined, value: unknown): unknown {
  if (type === 'boolean') return Boolean(value)
  return type === 'json' && typeof value === 'string' && value !== '' && value !== 'undefined'
    ? JSON.parse(value)
    : value
}
