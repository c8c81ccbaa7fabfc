import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL: the name contains the text. SQLite ignores the case of Latin letters only, so other texts are searched as typed,
 * in lower and upper case, and capitalized.
 */
export function nameHas(column: SQL, search: string): SQL {
  const lower = search.toLowerCase()
  const begun = lower.replace(/^./u, (letter) => letter.toUpperCase())
  const isFolded = /^[\0-\x7f]*$/.test(search)
  const spellings = isFolded ? [search] : [...new Set([search, lower, begun, search.toUpperCase()])]
  return sql`(${sql.join(
    spellings.map((spelling) => sql`${column} like ${`%${escaped(spelling)}%`} escape '\\'`),
    sql` or `,
  )})`
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`)
}
