import { type Clock, systemClock } from '../feed/clock.ts'
import type { AssetSpan } from '../span.ts'

/** Maximum waiting holes of one asset; more are merged into one span that includes everything between them. */
const maxHoles = 64

export interface WaitingSpan extends AssetSpan {
  /** The span was requested before without result; its asset counts as complete while the span waits. */
  isAgain?: boolean
  /** The span starts at the newest minute: each of its minutes is published as a tick, none as a correction. */
  isAhead?: boolean
}

/** Queue of spans to fetch, holes before days. After `close` no timer fires. */
export interface SpanQueue {
  /** Adds days at the end, in the order in which they will be fetched. */
  push(...spans: AssetSpan[]): void
  /** Adds a hole at the front, so that it is fetched next. */
  unshift(span: WaitingSpan): void
  /** Removes and returns the first span whose asset is not on hold. */
  shift(): WaitingSpan | undefined
  /** Whether a span of an asset waits for its first request (not a retry) */
  has(asset: string): boolean
  isEmpty(): boolean
  drop(asset: string): void
  /** Holds spans back for `ms` milliseconds: those of one asset, or of all. */
  hold(ms: number, asset?: string): void
  after(ms: number, run: () => void): void
  /** Resolves when there may be a span to fetch, or when the queue is closed. */
  wait(): Promise<void>
  close(): void
}

export function createSpanQueue(clock: Clock = systemClock): SpanQueue {
  let [holes, days]: [WaitingSpan[], WaitingSpan[]] = [[], []]
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
      const own = holes.filter(({ asset }) => asset === span.asset)
      if (own.length < maxHoles) holes.unshift(span)
      else holes = [covering([span, ...own]), ...holes.filter((hole) => !own.includes(hole))]
      wake()
    },
    shift: () => (held.has(undefined) ? undefined : (take(holes) ?? take(days))),
    has: (asset) => [holes, days].some((spans) => spans.some((span) => span.asset === asset && !span.isAgain)),
    isEmpty: () => holes.length + days.length === 0,
    drop: (asset) => {
      ;[holes, days] = [holes.filter((span) => span.asset !== asset), days.filter((span) => span.asset !== asset)]
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

/** Merges spans of one asset into one that includes everything between them. */
export function covering(spans: readonly [WaitingSpan, ...WaitingSpan[]]): WaitingSpan {
  const [{ asset }] = spans
  const whole = { asset, from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) }
  return spans.every(({ isAgain }) => isAgain) ? { ...whole, isAgain: true } : whole
}
