import type { DecimalCandle } from '../../market/candle.ts'
import { type Span, withSpan } from '../../market/span.ts'

/** `failed` until the server has answered again; it is asked all the while. */
export type FillState = 'whole' | 'filling' | 'failed'

export interface FillsOptions {
  /** Asks for the first candles of a span; the end may be Infinity. */
  ask(span: Span, onPage: (page: DecimalCandle[]) => void, onFailure: () => void): void
  /** Candles of a page that is not the last one of its span */
  pageSize: number
  /** A page has come: what it holds counts from when it was asked for. */
  onPage(page: DecimalCandle[]): void
  onAsk(): void
  onState(state: FillState): void
  /** Calls once, after so many ms. Returns the cancellation. */
  after(ms: number, run: () => void): () => void
}

export interface Fills {
  /** Has a span fetched, again if it is being fetched just now. */
  want(span: Span): void
  /** Asks at once for what has failed. */
  hurry(): void
  dispose(): void
}

const firstPauseMs = 1000
const longestPauseMs = 30_000

/** Spans of candles to be fetched, one after the other; what fails is asked for again, ever more slowly. */
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
