import type { Db } from '../db/client.ts'

export type ReadLists = (...parameters: (string | number)[]) => Promise<number[][]>

/** Rows as one JSON list of SQLite's a column: values that cross the driver one by one take half as long again. */
export function createListsReader(db: Db, columns: readonly string[], rest: string): ReadLists {
  const lists = columns.map((name) => `json_group_array(${name})`).join()
  const read = db.readAll(`select ${lists} from (select ${columns.join()} from candles ${rest})`)
  return async (...parameters) => {
    const [row = []] = await read(...parameters)
    return row.map(readList)
  }
}

function readList(text: unknown): number[] {
  return JSON.parse(String(text))
}
