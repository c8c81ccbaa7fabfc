import type { DecimalCandle } from '../../market/candle.ts'
import { type Span, withSpan } from '../../market/span.ts'

/** State of the holes in the loaded candles; `failed` until the server answers again, while requests are retried. */
type HoleState = 'whole' | 'filling' | 'failed'

export interface HoleFillerOptions {
  /** Requests the first candles of a span, whose end may be Infinity. */
  ask(span: Span, onPage: (page: DecimalCandle[]) => void, onFailure: () => void): void
  /** Number of candles in a full page; a shorter page is the last one of its span */
  pageSize: number
  /**
   * Called with each page. The page is as old as its request (`onAsk`), so ticks received after the request win over
   * it.
   */
  onPage(page: DecimalCandle[]): void
  onAsk(): void
  onState(state: HoleState): void
  /** Calls `run` once after `ms` milliseconds. Returns a function that cancels the call. */
  after(ms: number, run: () => void): () => void
}

export interface HoleFiller {
  /** Requests the candles of a span; a span that is being fetched is fetched again. */
  want(span: Span): void
  /** Retries failed requests at once. */
  retryNow(): void
  dispose(): void
}

const firstPauseMs = 1000
const maxPauseMs = 30_000

/**
 * Creates a queue that fetches spans of candles one after the other and retries failed requests with exponential
 * backoff, at most 30 s.
 */
export function createHoleFiller({ ask, pageSize, onPage, onAsk, onState, after }: HoleFillerOptions): HoleFiller {
  let wanted: readonly Span[] = []
  let isAsking = false
  let failures = 0
  let state: HoleState = 'whole'
  let cancel: (() => void) | undefined

  const setState = (next: HoleState) => {
    if (next === state) return
    state = next
    onState(state)
  }
  const run = () => {
    if (isAsking || cancel) return
    const [span] = wanted
    if (!span) return setState('whole')
    wanted = wanted.slice(1)
    isAsking = true
    if (state === 'whole') setState('filling')
    onAsk()
    const receive = (page: DecimalCandle[]) => {
      isAsking = false
      failures = 0
      onPage(page)
      const end = page.length >= pageSize ? page.at(-1) : undefined
      if (end && end.openTime < span.to) wanted = withSpan(wanted, { from: end.openTime, to: span.to })
      run()
    }
    const fail = () => {
      isAsking = false
      wanted = withSpan(wanted, span)
      setState('failed')
      const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** failures++)
      cancel = after(pause, retryNow)
    }
    ask(span, receive, fail)
  }
  const stopWaiting = () => {
    cancel?.()
    cancel = undefined
  }
  const retryNow = () => {
    stopWaiting()
    run()
  }
  return {
    want: (span) => {
      wanted = withSpan(wanted, span)
      run()
    },
    retryNow,
    dispose: () => {
      stopWaiting()
      wanted = []
    },
  }
}

export interface SourceState {
  /** State of the newest candles; `empty` means that the asset has not been traded yet */
  newest: 'loading' | 'ready' | 'empty' | 'failed'
  older: 'more' | 'loading' | 'failed' | 'exhausted'
  /** State of holes and pending corrections within the loaded candles */
  holes: HoleState
}
