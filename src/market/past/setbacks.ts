import type { Logger } from '../../log/logger.ts'
import { FeedError } from '../feed/feed.ts'
import { minuteMs } from '../timeframe.ts'
import type { SpanQueue, WaitingSpan } from './span-queue.ts'

const maxPauseMs = 5 * minuteMs
/** A place that an exchange refuses stays refused for long; asking often makes it no better. */
const forbiddenPauseMs = 10 * minuteMs

/** What has failed, and how long it is left alone: an asset for itself, a place that is refused for all. */
export interface Setbacks {
  /** The span waits again, as it did before. */
  take(span: WaitingSpan, error: unknown): void
  /** An asset's question was answered. */
  end(asset: string): void
  /** An asset may be asked for again, whatever the source has said. */
  forget(asset: string): void
  /** Of an asset, until somebody asks again */
  refusal(asset: string): 'refused' | 'delisted' | undefined
  isForbidden(): boolean
}

export function createSetbacks(
  queue: Pick<SpanQueue, 'drop' | 'unshift' | 'hold'>,
  log: Pick<Logger, 'warn'>,
): Setbacks {
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
        return log.warn('The source refuses the history of an asset for good; it is left as it is', fields)
      }
      queue.unshift(span)
      if (refusal === 'forbidden') {
        isForbidden = true
        queue.hold(forbiddenPauseMs)
        return log.warn('The source refuses this place or network; it will be asked again in ten minutes', fields)
      }
      log.warn('Market history could not be fetched; it will be tried again', fields)
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
