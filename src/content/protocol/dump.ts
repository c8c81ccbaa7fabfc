import { createHash } from 'node:crypto'
import { type CollectionSchema, type Field, hashColumn } from './schema.ts'

/** Version of the client's database format, a constant of the protocol. */
const databaseVersion = 'v3.5.0'

/** Row of a dump as it is stored: JSON as text, booleans as 0 and 1. */
export type DumpRow = Readonly<Record<string, unknown>>

export interface Versions {
  structure: string
  content: string
}

interface DumpOptions {
  /** Whether line breaks in text columns are written as `\n`, for the protocol with one statement per line */
  escapesLineBreaks: boolean
}

const infoTable =
  'CREATE TABLE IF NOT EXISTS _content_info (id TEXT PRIMARY KEY, "ready" BOOLEAN, "structureVersion" VARCHAR, "version" VARCHAR, "__hash__" TEXT UNIQUE);'

export function headStatements(schema: CollectionSchema, versions: Versions): string[] {
  const meta = [quoted(checksumOf(schema)), 'false', quoted(versions.structure), quoted(versions.content)]
  return [
    `${infoTable} -- structure`,
    `INSERT INTO _content_info VALUES (${[...meta, quoted(digest(meta))].join(', ')}); -- meta`,
    ...structureOf(schema),
  ]
}

/** Writes a row as a single INSERT of any length; its comment is part of the protocol. */
export function rowStatement(schema: CollectionSchema, row: DumpRow, { escapesLineBreaks }: DumpOptions): string {
  const values = schema.fields.map((field) => literal(field, row[field.name], escapesLineBreaks))
  const hash = String(row[hashColumn])
  return `INSERT INTO ${schema.table} VALUES (${[...values, quoted(hash)].join(', ')}); -- ${hash}`
}

export function footStatements(schema: CollectionSchema): string[] {
  return [`UPDATE _content_info SET ready = true WHERE id = ${quoted(checksumOf(schema))}; -- meta`]
}

/** Computes the versions of a collection. @param ordered  IDs and hashes of its rows in the order of the dump */
export function versionsOf(schema: CollectionSchema, ordered: readonly DumpRow[]): Versions {
  const structure = digest(structureOf(schema))
  const hashes = ordered.map((row) => [row.id, row[hashColumn]])
  return { structure, content: `${databaseVersion}--${digest([structure, ...hashes])}` }
}

function checksumOf({ name }: CollectionSchema): string {
  return `checksum_${name}`
}

function structureOf({ table, fields }: CollectionSchema): string[] {
  const columns = [...fields.map(columnOf), '"__hash__" TEXT UNIQUE']
  return [
    `DROP TABLE IF EXISTS ${table}; -- structure`,
    `CREATE TABLE IF NOT EXISTS ${table} (${columns.join(', ')}); -- structure`,
  ]
}

const sqlTypes = { string: 'VARCHAR', number: 'INT', boolean: 'BOOLEAN', date: 'DATE', json: 'TEXT' } as const

function columnOf(field: Field): string {
  if (field.name === 'id') return 'id TEXT PRIMARY KEY'
  const length = field.maxLength === undefined ? '' : `(${field.maxLength})`
  const byDefault = field.default === undefined ? '' : ` DEFAULT ${field.default}`
  return `"${field.name}" ${sqlTypes[field.type]}${length}${byDefault}`
}

/**
 * Collator that is used for all comparisons: `localeCompare` with a language creates a new one for each pair, which
 * takes minutes for thousands of rows.
 */
const naturalOrder = new Intl.Collator('en')

/** Sorts rows by ID in natural text order, in which Nuxt Content lists its files. */
export function inDumpOrder<Row extends DumpRow>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => naturalOrder.compare(String(a.id), String(b.id)))
}

function literal({ type }: Field, value: unknown, escapesLineBreaks: boolean): string {
  if (value === null || value === undefined) return 'NULL'
  if (type === 'boolean') return value ? 'true' : 'false'
  if (type === 'number') return String(value)
  const text = String(value)
  return quoted(escapesLineBreaks && type === 'string' ? text.replaceAll('\n', '\\n') : text)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}
