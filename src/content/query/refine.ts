import type { CollectionSchema } from '../protocol/schema.ts'

export type ContentRow = Record<string, unknown>

/**
 * Converts values as Nuxt Content does: a null boolean becomes false, other nulls stay, a value with the text `NULL` is
 * dropped.
 */
export function refineRows({ fields }: Pick<CollectionSchema, 'fields'>, rows: ContentRow[]): ContentRow[] {
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
