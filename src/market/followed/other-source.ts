import type { Logger } from '../../log/logger.ts'
import type { FeedId } from '../feed/feed-id.ts'
import type { MarketIdentity } from './process-topics.ts'

export interface OtherSource {
  /** What `FEED` names in this process */
  here: string
  there: string
}

/** Where prices come from another source than this process was told to expect; the log says so. */
export function otherSourceOf(
  { id, source }: MarketIdentity,
  expected: FeedId | undefined,
  log: Pick<Logger, 'warn'>,
): OtherSource | undefined {
  if (!expected || expected === id) return undefined
  const other = { here: expected, there: source }
  log.warn('FEED names another source than the process with the feed has: that one is shown, and named as such', other)
  return other
}
