import { encode } from '@msgpack/msgpack'
import { createConnection } from '../src/live/connection.ts'
import type { SocketListener } from '../src/live/open-socket.ts'
import type { DecimalTick } from '../src/market/candle.ts'
import type { Timeframe } from '../src/market/timeframe.ts'

/** A page whose socket, clock and animation frames the test controls. */
export function openPage({ failures = 0 } = {}) {
  const log: string[] = []
  const errors: string[] = []
  const timers = new Map<number, { at: number; run: () => void }>()
  let now = 0
  let timerCount = 0
  let frames: (() => void)[] = []
  let listener: SocketListener | undefined
  let failuresLeft = failures
  const connection = createConnection({
    openSocket: async (given) => {
      if (failuresLeft-- > 0) throw new Error('no network')
      listener = given
      return {
        connect: () => void log.push('connect'),
        disconnect: () => void log.push('disconnect'),
        request: (name, asked) => {
          const told = Array.isArray(asked)
            ? asked.map((each) => (typeof each === 'string' ? each : each.asset)).join(' ')
            : `${asked.asset} ${asked.tf}`
          log.push(`${name} ${told}`)
        },
      }
    },
    clock: {
      now: () => now,
      setTimeout: (run, ms) => {
        timers.set(++timerCount, { at: now + ms, run })
        return timerCount
      },
      clearTimeout: (timer) => void timers.delete(timer ?? 0),
    },
    nextFrame: (run) => void frames.push(run),
    logError: (message) => void errors.push(message),
  })
  return {
    connection,
    /** Messages that the page has sent to the socket */
    log,
    errors,
    get server() {
      if (!listener) throw new Error('The socket has not been opened yet')
      return listener
    },
    drawFrame: () => {
      const due = frames
      frames = []
      for (const run of due) run()
    },
    pass: (ms: number) => {
      const end = now + ms
      for (;;) {
        const [timer, next] = [...timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? []
        if (!timer || !next || next.at > end) break
        now = next.at
        timers.delete(timer)
        next.run()
      }
      now = end
    },
    settle: () => new Promise<void>((resolve) => setImmediate(resolve)),
  }
}

/**
 * Opens a connected page that follows the given assets at the timeframe of one minute; clears the log of earlier
 * messages.
 */
export async function connected(...assets: string[]) {
  const page = openPage()
  const first = page.connection.follow('FIRST', 1)
  await page.settle()
  page.server.onConnect()
  await page.settle()
  const followed = assets.map((asset) => page.connection.follow(asset, 1))
  first.stop()
  // Cancels the timer that a page without subscriptions has started.
  if (assets.length === 0) page.connection.follow('FIRST', 60)
  await page.settle()
  page.log.length = 0
  return { ...page, server: page.server, followed }
}

export function wire(changes: Partial<DecimalTick> & { tf?: Timeframe }): Uint8Array {
  const { asset, tf, openTime, open, high, low, close, volume, isClosed, time } = {
    ...{ asset: 'BTCUSDT', tf: 1, openTime: 0, open: 10, high: 100, low: 1, close: 10, volume: 1 },
    ...{ isClosed: false, time: 1 },
    ...changes,
  }
  return encode([asset, tf, openTime, open, high, low, close, volume, isClosed ? 1 : 0, time])
}
