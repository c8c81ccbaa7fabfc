import zlib from 'node:zlib'
import type { Bytes, Encoding } from '../../http/compression.ts'
import type { CollectionSchema } from '../protocol/schema.ts'
import type { ReadOutcome } from './read-outcome.ts'
import { refineRows } from './refine.ts'

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
