import type { Logger } from '../../log/logger.ts'
import { FeedError } from '../feed/feed.ts'
import { minuteMs } from '../timeframe.ts'
import type { SpanQueue, WaitingSpan } from './span-queue.ts'

const maxPauseMs = 5 * minuteMs
/** Pause after a refusal, ms. An exchange refuses a location or network for long; frequent retries do not help. */
const forbiddenPauseMs = 10 * minuteMs

/** Tracks failures and backoff of the backfill: per asset, or for all assets if the location or network is refused. */
export interface BackfillFailures {
  /** Returns a failed span to the queue for a retry, or gives up the history of its asset. */
  take(span: WaitingSpan, error: unknown): void
  /** Ends the backoff of an asset, because a request for it succeeded. */
  end(asset: string): void
  /** Forgets earlier refusals of an asset, so that it is requested again. */
  forget(asset: string): void
  /** Reason why an asset is not requested, until `forget` allows requests again */
  refusal(asset: string): 'refused' | 'delisted' | undefined
  isForbidden(): boolean
}

export function createBackfillFailures(
  queue: Pick<SpanQueue, 'drop' | 'unshift' | 'hold'>,
  log: Pick<Logger, 'warn'>,
): BackfillFailures {
  const failures = new Map<string, number>()
  const refusals = new Map<string, 'refused' | 'delisted'>()
  let isForbidden = false
  return {
    take: (span, error) => {
      const { asset } = span
      const fields = { asset, error: error instanceof Error ? error.message : String(error) }
      const refusal = error instanceof FeedError ? error.refusal : undefined
      if (refusal === 'delisted' || refusal === 'refused') {
        refusals.set(asset, refusal)
        queue.drop(asset)
        return log.warn('The source refuses the history of an asset; retrying after its next listing', fields)
      }
      queue.unshift(span)
      if (refusal === 'forbidden') {
        isForbidden = true
        queue.hold(forbiddenPauseMs)
        return log.warn('The source refuses this location or network; retrying in ten minutes', fields)
      }
      log.warn('Could not fetch market history; retrying after a backoff', fields)
      const before = failures.get(asset) ?? 0
      failures.set(asset, before + 1)
      queue.hold(Math.min(maxPauseMs, 1000 * 2 ** before), asset)
    },
    end: (asset) => {
      failures.delete(asset)
      refusals.delete(asset)
      isForbidden = false
    },
    forget: (asset) => void refusals.delete(asset),
    refusal: (asset) => refusals.get(asset),
    isForbidden: () => isForbidden,
  }
}
