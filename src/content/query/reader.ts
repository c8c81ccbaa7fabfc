import type { Db } from '../../db/client.ts'
import { createLane, type Lane } from './lane.ts'
import { limits } from './limits.ts'
import type { BoundStatement } from './print.ts'
import { findFile, readRemotely } from './queries.ts'
import type { ReadLimits, ReadOutcome } from './read-outcome.ts'

/** Runs what strangers ask of `content.db`, within limits and beside everything else the process does. */
export interface QueryReader {
  read(statement: BoundStatement): Promise<ReadOutcome>
  close(): Promise<void>
}

/** One slow query must not keep the others waiting. */
const laneCount = 2
/** Queries a connection has at most, under way and waiting. */
const mostPending = 64

/**
 * Files are read over connections of their own, opened when first needed: read-only, and interrupted when a query takes
 * too long. A libSQL server has its own limits; here one only stops waiting for it.
 */
export function createQueryReader(db: Db, bounds: ReadLimits = limits): QueryReader {
  let lanes: Promise<Lane[]> | undefined
  const openLanes = async () => {
    const file = await findFile(db)
    return Array.from({ length: laneCount }, () => createLane(file))
  }
  return {
    read: async (statement) => {
      if (db.client.protocol !== 'file') return readRemotely(db, statement, bounds)
      lanes ??= openLanes()
      const [lane] = (await lanes).toSorted((left, right) => left.pending() - right.pending())
      return lane && lane.pending() < mostPending ? lane.read(statement, bounds) : { status: 'busy' }
    },
    close: async () => {
      for (const lane of (await lanes) ?? []) await lane.close()
    },
  }
}
