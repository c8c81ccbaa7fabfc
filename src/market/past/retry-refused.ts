import type { Logger } from '../../log/logger.ts'
import type { Listings } from '../listing/listings.ts'
import type { Backfill } from './backfill.ts'

/** Requests the whole history again for assets whose history was refused before and may be available now. */
export function retryRefused(
  backfill: Pick<Backfill, 'stateOf' | 'again'>,
  changes: ReturnType<Listings['take']>,
  log: Pick<Logger, 'error'>,
): void {
  for (const { before, now } of changes) {
    const { asset, status } = now
    const history = backfill.stateOf(asset)
    const isRefused = history === 'delisted' || history === 'refused'
    if (status === 'delisted' || !(isRefused || before.status === 'delisted')) continue
    backfill.again(asset).catch((error: unknown) => log.error('Could not request the history again', error, { asset }))
  }
}
