import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Bytes } from '../../http/compression.ts'
import type { CollectionState } from './collection-state.ts'
import { type DumpRow, footStatements, headStatements, rowStatement } from './dump.ts'
import { listRows, type RunQuery } from './queries.ts'
import { type CollectionSchema, hashColumn } from './schema.ts'

/** Form of a dump. `lines`: one statement per line; `list`: a JSON list of statements */
export type DumpForm = 'lines' | 'list'

export interface PackedDump extends CollectionState {
  schema: CollectionSchema
  form: DumpForm
}

/** Number of rows read at once. Between two reads, the event loop can serve other requests. */
const rowsAtOnce = 16
const packedAtOnce = 64 * 1024

/** Makes a dump and compresses it on another thread. @throws Error if rows have changed since their state was read */
export async function packDump(runQuery: RunQuery, dump: PackedDump, add: (gzip: Bytes) => void): Promise<void> {
  const text = Readable.from(inBytes(textOf(runQuery, dump)), { objectMode: false })
  await pipeline(text, createGzip({ chunkSize: packedAtOnce }), async (packed: AsyncIterable<Bytes>) => {
    for await (const bytes of packed) add(bytes)
  })
}

async function* inBytes(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}

async function* textOf(runQuery: RunQuery, { schema, form, versions, rows }: PackedDump): AsyncGenerator<string> {
  const [opening, between, closing] = form === 'lines' ? ['', '\n', ''] : ['[', ',', ']']
  const written = (statements: string[]) =>
    (form === 'lines' ? statements : statements.map((statement) => JSON.stringify(statement))).join(between)
  yield opening + written(headStatements(schema, versions))
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await new Promise(setImmediate)
    const wanted = rows.slice(at, at + rowsAtOnce)
    const found = await rowsOf(runQuery, schema, wanted)
    yield between + written(found.map((row) => rowStatement(schema, row, { escapesLineBreaks: form === 'lines' })))
  }
  yield between + written(footStatements(schema)) + closing
}

async function rowsOf(runQuery: RunQuery, schema: CollectionSchema, wanted: readonly DumpRow[]): Promise<DumpRow[]> {
  const ids = wanted.map(({ id }) => String(id))
  const found = new Map((await listRows(runQuery, schema, ids)).map((row) => [row.id, row]))
  return wanted.map(({ id, [hashColumn]: hash }) => {
    const row = found.get(id)
    if (!row || row[hashColumn] !== hash) throw new Error(`${id} has changed while it was dumped`)
    return row
  })
}
