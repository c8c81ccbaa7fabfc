import { type Clock, systemClock } from '../feed/clock.ts'
import type { AssetSpan } from '../span.ts'

/** Gaps of one asset; more than these are taken together, with what lies between them. */
const mostGaps = 64

export interface WaitingSpan extends AssetSpan {
  /** Asked for before: the source had nothing of it yet, and the asset does not wait for it */
  isAgain?: boolean
  /** From the newest minute on: each is told as a tick, none is a correction */
  isAhead?: boolean
}

/** Spans waiting to be fetched, gaps before days. Once closed, no timer fires any more. */
export interface SpanQueue {
  /** Days, in the order in which they are wanted */
  push(...spans: AssetSpan[]): void
  /** A gap */
  unshift(span: WaitingSpan): void
  /** The next span of an asset that is not held back */
  shift(): WaitingSpan | undefined
  /** Whether something of an asset waits to be asked for the first time */
  has(asset: string): boolean
  isEmpty(): boolean
  drop(asset: string): void
  /** Holds spans back for so long: those of one asset, or all. */
  hold(ms: number, asset?: string): void
  after(ms: number, run: () => void): void
  /** Settles when there may be something to fetch, or when closed. */
  wait(): Promise<void>
  close(): void
}

export function createSpanQueue(clock: Clock = systemClock): SpanQueue {
  let [gaps, days]: [WaitingSpan[], WaitingSpan[]] = [[], []]
  const held = new Set<string | undefined>()
  const timers = new Set<() => void>()
  let isClosed = false
  let wake = () => {}

  const after = (ms: number, run: () => void) => {
    if (isClosed) return
    const cancel = clock.after(ms, () => {
      timers.delete(cancel)
      run()
    })
    timers.add(cancel)
  }
  const take = (spans: WaitingSpan[]): WaitingSpan | undefined => {
    const at = spans.findIndex(({ asset }) => !held.has(asset))
    return at < 0 ? undefined : spans.splice(at, 1)[0]
  }
  return {
    push: (...more) => {
      days.push(...more)
      wake()
    },
    unshift: (span) => {
      const own = gaps.filter(({ asset }) => asset === span.asset)
      if (own.length < mostGaps) gaps.unshift(span)
      else gaps = [covering([span, ...own]), ...gaps.filter((gap) => !own.includes(gap))]
      wake()
    },
    shift: () => (held.has(undefined) ? undefined : (take(gaps) ?? take(days))),
    has: (asset) => [gaps, days].some((spans) => spans.some((span) => span.asset === asset && !span.isAgain)),
    isEmpty: () => gaps.length + days.length === 0,
    drop: (asset) => {
      ;[gaps, days] = [gaps.filter((span) => span.asset !== asset), days.filter((span) => span.asset !== asset)]
    },
    hold: (ms, asset) => {
      held.add(asset)
      after(ms, () => {
        held.delete(asset)
        wake()
      })
    },
    after,
    wait: () =>
      new Promise((resolve) => {
        wake = resolve
        if (isClosed) resolve()
      }),
    close: () => {
      isClosed = true
      for (const cancel of timers) cancel()
      wake()
    },
  }
}

/** One span of an asset for several, with what lies between them. */
export function covering(spans: readonly [WaitingSpan, ...WaitingSpan[]]): WaitingSpan {
  const [{ asset }] = spans
  const whole = { asset, from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) }
  return spans.every(({ isAgain }) => isAgain) ? { ...whole, isAgain: true } : whole
}
