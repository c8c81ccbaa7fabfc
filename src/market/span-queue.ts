import type { AssetSpan } from './queries.ts'

/** Spans waiting to be fetched. Once closed, no timer fires any more. */
export interface SpanQueue {
  push(...spans: AssetSpan[]): void
  unshift(span: AssetSpan): void
  shift(): AssetSpan | undefined
  after(ms: number, run: () => void): void
  /** Settles after `ms`, on `unshift`, or when closed. */
  wait(ms?: number): Promise<void>
  close(): void
}

export function createSpanQueue(): SpanQueue {
  const spans: AssetSpan[] = []
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let isClosed = false
  let wake = () => {}

  const after = (ms: number, run: () => void) => {
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
  }
  return {
    push: (...more) => {
      spans.push(...more)
    },
    unshift: (span) => {
      spans.unshift(span)
      wake()
    },
    shift: () => spans.shift(),
    after,
    wait: (ms) =>
      new Promise((resolve) => {
        wake = resolve
        if (isClosed) resolve()
        else if (ms !== undefined) after(ms, resolve)
      }),
    close: () => {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      wake()
    },
  }
}
