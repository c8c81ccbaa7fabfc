import type { DecimalCandle } from '../../market/candle.ts'
import { type Span, withSpan } from '../../market/span.ts'

/** `failed` until the server answers again; requests are retried meanwhile. */
export type FillState = 'whole' | 'filling' | 'failed'

export interface FillsOptions {
  /** Requests the first candles of a span, whose end may be Infinity. */
  ask(span: Span, onPage: (page: DecimalCandle[]) => void, onFailure: () => void): void
  /** Candles in a full page; a shorter page is the last one of its span */
  pageSize: number
  /** Receives each page. It describes the time of its request (`onAsk`), so later ticks win over it. */
  onPage(page: DecimalCandle[]): void
  onAsk(): void
  onState(state: FillState): void
  /** Calls once, after so many ms. Returns a function that cancels the call. */
  after(ms: number, run: () => void): () => void
}

export interface Fills {
  /** Requests a span; one that is being fetched is fetched again. */
  want(span: Span): void
  /** Retries failed requests at once. */
  hurry(): void
  dispose(): void
}

const firstPauseMs = 1000
const longestPauseMs = 30_000

/** Fetches spans of candles one after the other; retries failed ones with exponential backoff, at most 30 s. */
export function createFills({ ask, pageSize, onPage, onAsk, onState, after }: FillsOptions): Fills {
  let wanted: readonly Span[] = []
  let isAsking = false
  let failures = 0
  let state: FillState = 'whole'
  let cancel: (() => void) | undefined

  const setState = (next: FillState) => {
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
      const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** failures++)
      cancel = after(pause, hurry)
    }
    ask(span, receive, fail)
  }
  const stopWaiting = () => {
    cancel?.()
    cancel = undefined
  }
  const hurry = () => {
    stopWaiting()
    run()
  }
  return {
    want: (span) => {
      wanted = withSpan(wanted, span)
      run()
    },
    hurry,
    dispose: () => {
      stopWaiting()
      wanted = []
    },
  }
}
