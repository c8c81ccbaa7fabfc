import { type Place, rowsAtOnce } from './queries.ts'

export interface RowSource<Row> {
  /** The next rows after a place, at most `rowsAtOnce` */
  listAfter(place: Place): Promise<Row[]>
  count(): Promise<number>
  listPaths(): Promise<string[]>
}

export interface RowsReading<Row> {
  /** By address */
  rows: Map<string, Row>
  changed: { before: Row | undefined; row: Row }[]
  hasDeletions: boolean
}

/**
 * Adds the rows changed since a version to the previous rows; returns the same map if nothing has changed. Reads in
 * pieces, so that other requests are served in between.
 */
export async function readRows<Row extends Place>(
  source: RowSource<Row>,
  before: Map<string, Row>,
  since: number,
): Promise<RowsReading<Row>> {
  const changed: RowsReading<Row>['changed'] = []
  let place: Place = { version: since, path: '\u{10ffff}' }
  for (let isMore = true; isMore; ) {
    const some = await source.listAfter(place)
    for (const row of some) {
      changed.push({ before: before.get(row.path), row })
      place = row
    }
    isMore = some.length === rowsAtOnce
    if (isMore) await new Promise(setImmediate)
  }
  const rows = changed.length > 0 ? new Map(before) : before
  for (const { row } of changed) rows.set(row.path, row)
  // All new rows are included, so if the counts differ, rows were deleted from the database.
  const hasDeletions = rows.size !== (await source.count())
  if (!hasDeletions) return { rows, changed, hasDeletions }
  const present = new Set(await source.listPaths())
  return { rows: new Map([...rows].filter(([path]) => present.has(path))), changed, hasDeletions }
}
