import { findSchema } from '../../src/content/protocol/schema.ts'
import { href, paths } from '../../src/paths.ts'
import { queryCollection } from '../query-builder.ts'
import { load, median } from './load.ts'
import type { Report } from './report.ts'

const collection = 'docs_ru'
const rounds = 5
const roundMs = 1500

/**
 * Measures responses per second of `/query` over real sockets to 64 concurrent clients, with the product's own content.
 */
export async function benchQuery(report: Report, port: number): Promise<void> {
  const schema = findSchema(collection)
  if (!schema) throw new Error(`There is no collection ${collection}`)
  const list = queryCollection(schema).select('path', 'title', 'description').where('extension', '=', 'md').limit(20)
  const pages = queryCollection(schema).path('/docs/start/quick-start')
  const queries = { 'a list of 20 pages': list.sql(), 'one page with its body': pages.firstSql() }
  const address = href(paths.contentQuery, { collection })
  for (const [what, sql] of Object.entries(queries)) {
    const body = JSON.stringify({ sql })
    const url = `http://localhost:${port}${address}`
    const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    const rows: unknown[] = await answer.json()
    if (rows.length === 0) throw new Error(`${sql} answers nothing`)
    const measured: number[] = []
    for (let round = 0; round < rounds; round++) {
      measured.push((await load(port, address, ['Content-Type: application/json'], roundMs, 64, body)).perSecond)
    }
    report(`/query, ${what}`, median(measured), 'req/s')
  }
}
