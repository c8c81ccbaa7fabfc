import type { Db } from '../../db/client.ts'
import { limits } from './limits.ts'
import type { BoundStatement } from './print.ts'
import { findFile, readRemotely } from './queries.ts'
import { createReadConnection, type ReadConnection } from './read-connection.ts'
import type { ReadLimits, ReadOutcome } from './read-outcome.ts'

/** Runs untrusted queries on `content.db` within limits, beside everything else. */
export interface QueryReader {
  read(statement: BoundStatement): Promise<ReadOutcome>
  close(): Promise<void>
}

/** One slow query must not block the others. */
const connectionCount = 2
const maxPending = 64

/** Files get their own read-only connections, where slow queries are interrupted; a server has its own limits. */
export function createQueryReader(db: Db, bounds: ReadLimits = limits): QueryReader {
  let connections: Promise<ReadConnection[]> | undefined
  const openConnections = async () => {
    const file = await findFile(db)
    return Array.from({ length: connectionCount }, () => createReadConnection(file))
  }
  return {
    read: async (statement) => {
      if (db.client.protocol !== 'file') return readRemotely(db, statement, bounds)
      connections ??= openConnections()
      const [connection] = (await connections).toSorted((left, right) => left.pending() - right.pending())
      return connection && connection.pending() < maxPending ? connection.read(statement, bounds) : { status: 'busy' }
    },
    close: async () => {
      for (const connection of (await connections) ?? []) await connection.close()
    },
  }
}
