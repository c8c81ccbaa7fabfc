import { joinableFeeds } from '../config/feeds.ts'
import type { Db } from '../db/client.ts'
import type { Logger } from '../log/logger.ts'
import { prefixOf } from './feed/joined/venue-instruments.ts'
import { dropPrefixStatements, readSource, renamePrefixStatements, resetSource, sourceStatement } from './queries.ts'

/** An exchange of a source, and what the symbols of its assets begin with */
interface SourceVenue {
  source: string
  prefix: string
}

/**
 * Makes the database belong to a source before candles are read. Candles of other sources are dropped: they can be
 * fetched again, but not distinguished. Those of an exchange that stays are kept, under the symbols that it has now.
 */
export async function claimSource(db: Db, source: string, log: Pick<Logger, 'info'>): Promise<void> {
  const known = await readSource(db)
  if (known === source) return
  const [before, now] = [known === undefined ? [] : venuesOf(known), venuesOf(source)]
  const kept = before.flatMap((from) => {
    const to = now.find((venue) => venue.source === from.source)
    return to ? [{ from, to }] : []
  })
  if (kept.length === 0) {
    if (known !== undefined) log.info('The market source changed; dropping stored candles', { known, source })
    return resetSource(db, source)
  }
  const names = kept.map(({ to }) => to.source).join()
  log.info('The market source changed; keeping the candles of the exchanges that stay', { known, source, kept: names })
  const gone = before.filter((venue) => !kept.some(({ from }) => from === venue))
  const moved = kept.filter(({ from, to }) => from.prefix !== to.prefix)
  await db.writeRaw([
    ...gone.flatMap(({ prefix }) => dropPrefixStatements(prefix)),
    // Two exchanges may change places, so symbols pass through names that no exchange has.
    ...moved.flatMap(({ from, to }) => renamePrefixStatements(from.prefix, `>${to.prefix}`)),
    ...moved.flatMap(({ to }) => renamePrefixStatements(`>${to.prefix}`, to.prefix)),
    sourceStatement(source),
  ])
}

/** Returns the exchanges of a source that can be followed together with others; empty for other sources. */
function venuesOf(source: string): SourceVenue[] {
  const venues = source.split(',').map((each, at) => {
    const id = joinableFeeds.find((name) => each.split(' ')[0] === name)
    return id && { source: each, prefix: at === 0 ? '' : prefixOf(id) }
  })
  return venues.every((venue) => venue !== undefined) ? venues : []
}
