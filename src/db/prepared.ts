import Database from 'libsql'

export type ReadOne = (...parameters: (string | number)[]) => Record<string, unknown> | undefined

export type ReadAll = (...parameters: (string | number)[]) => readonly unknown[][]

export interface Preparer {
  readOne(sql: string): ReadOne
  readAll(sql: string): ReadAll
  close(): void
}

/**
 * Prepares statements and caches them by their text: preparing a statement costs twenty times as much as reading a row.
 */
export function openPreparer(path: string): Preparer {
  const connection = new Database(path)
  connection.exec('pragma busy_timeout = 100')
  connection.exec('pragma query_only = 1')
  return {
    readOne: byText((sql) => {
      const statement = connection.prepare(sql).raw(true)
      const names = statement.columns().map(({ name }) => name)
      return (...parameters) => {
        // Reads rows as raw arrays: for objects the driver makes another native call for each column.
        const row: unknown = statement.get(...parameters)
        return Array.isArray(row) ? Object.fromEntries(names.map((name, at) => [name, row[at]])) : undefined
      }
    }),
    readAll: byText((sql) => {
      const statement = connection.prepare(sql).raw(true)
      return (...parameters) => statement.all(...parameters).filter(Array.isArray)
    }),
    close: () => {
      connection.close()
    },
  }
}

function byText<Statement>(prepare: (sql: string) => Statement): (sql: string) => Statement {
  const prepared = new Map<string, Statement>()
  return (sql) => {
    const known = prepared.get(sql) ?? prepare(sql)
    prepared.set(sql, known)
    return known
  }
}
