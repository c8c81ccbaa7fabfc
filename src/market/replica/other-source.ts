import type { Logger } from '../../log/logger.ts'
import type { FeedId } from '../feed/feed-id.ts'
import type { MarketIdentity } from './process-topics.ts'

export interface OtherSource {
  /** The feed that `FEED` names in this process */
  here: string
  there: string
}

/** Detects that prices come from another source than the one configured in this process, and logs it. */
export function otherSourceOf(
  { id, source }: MarketIdentity,
  expected: FeedId | undefined,
  log: Pick<Logger, 'warn'>,
): OtherSource | undefined {
  if (!expected || expected === id) return undefined
  const other = { here: expected, there: source }
  log.warn('FEED differs from the source of the process with the feed; showing the prices of that process', other)
  return other
}
