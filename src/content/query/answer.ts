import zlib from 'node:zlib'
import type { Bytes, Encoding } from '../../http/compression.ts'
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

export type ReadOutcome =
  | { status: 'read'; rows: ContentRow[] }
  | { status: 'too many rows' }
  | { status: 'too large' }
  | { status: 'too slow' }
  | { status: 'busy' }

export interface ReadLimits {
  rows: number
  answerCharacters: number
  /** Max time of the database's work, ms */
  workMs: number
  /** Max time in the queue, ms */
  waitMs: number
}

export interface CollectLimits extends Pick<ReadLimits, 'rows' | 'answerCharacters'> {
  /** Time at which collecting must end, ms on the clock of `performance` */
  until: number
}

/**
 * Collects the rows of an answer. Each row is read on this thread, where SQLite cannot be interrupted, so the time is
 * checked between rows.
 */
export function collectRows(answer: Iterable<ContentRow>, limits: CollectLimits): ReadOutcome {
  const rows: ContentRow[] = []
  let characters = 0
  for (const row of answer) {
    rows.push(row)
    for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length
    if (rows.length > limits.rows) return { status: 'too many rows' }
    if (characters > limits.answerCharacters) return { status: 'too large' }
    if (performance.now() > limits.until) return { status: 'too slow' }
  }
  return { status: 'read', rows }
}

export interface Packing {
  fields: CollectionSchema['fields']
  /** Encoding that the client accepts; by default no compression */
  encoding?: Encoding | undefined
}

export interface PackedRows {
  status: 'read'
  body: Bytes
  encoding?: Encoding | undefined
}

export type PackedOutcome = PackedRows | Exclude<ReadOutcome, { status: 'read' }>

export function packOutcome(outcome: ReadOutcome, { fields, encoding }: Packing): PackedOutcome {
  if (outcome.status !== 'read') return outcome
  const json = new TextEncoder().encode(JSON.stringify(refineRows({ fields }, outcome.rows)))
  return { status: 'read', body: encoding ? compressNow(json, encoding) : json, encoding }
}

/** Compresses an answer at once, which is fast but blocks the calling thread. */
function compressNow(json: Bytes, encoding: Encoding): Bytes {
  switch (encoding) {
    case 'br':
      return zlib.brotliCompressSync(json, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })
    case 'zstd':
      return zlib.zstdCompressSync(json)
    case 'gzip':
      return zlib.gzipSync(json, { level: 4 })
  }
}
