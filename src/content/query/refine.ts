import type { CollectionSchema } from '../protocol/schema.ts'

/** A row as the protocol's clients see it: JSON columns parsed, booleans real, null where there is nothing. */
export type ContentRow = Record<string, unknown>

/**
 * What Nuxt Content makes of stored rows. A boolean that is null becomes false, any other null stays; a value that is
 * the text `NULL` disappears.
 */
export function refineRows({ fields }: CollectionSchema, rows: ContentRow[]): ContentRow[] {
  const types = new Map(fields.map(({ name, type }) => [name, type]))
  return rows.map((row) => {
    const refined: ContentRow = {}
    for (const [name, stored] of Object.entries(row)) {
      const value = refineValue(types.get(name), stored)
      if (value !== 'NULL') refined[name] = value
    }
    return refined
  })
}

function refineValue(type: string | undefined, value: unknown): unknown {
  if (type === 'boolean') return Boolean(value)
  return type === 'json' && typeof value === 'string' && value !== '' && value !== 'undefined'
    ? JSON.parse(value)
    : value
}
