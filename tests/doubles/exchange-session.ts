import type { MinuteUpdate } from '../../src/market/candle.ts'
import { createBinanceFeed } from '../../src/market/feed/binance.ts'
import type { Feed, FeedState } from '../../src/market/feed/feed.ts'
import { defaultInstruments, type Instrument } from '../../src/market/instrument.ts'
import { fakeClock } from '../fake-clock.ts'
import { type ExchangeOptions, startExchange } from './exchange.ts'

export const sessionStart = Date.UTC(2026, 10, 20, 12, 0, 30)

export interface SessionOptions extends Pick<ExchangeOptions, 'everyMs' | 'skewMs'> {
  instruments?: readonly Instrument[]
  /** Those instruments as the exchange trades them, where it has other steps than the feed was built with */
  traded?: readonly Instrument[]
  /** When it begins by our clock, ms UTC */
  start?: number
}

/** The exchange's double and the feed on one clock that stands still, and what the feed has said. */
export async function startSession(options: SessionOptions = {}) {
  const { instruments = defaultInstruments.slice(0, 2), start = sessionStart } = options
  const { traded = instruments } = options
  const clock = fakeClock(start)
  const exchange = await startExchange({ ...options, clock, instruments: traded })
  const warnings: string[] = []
  const binance = createBinanceFeed({
    instruments,
    addresses: exchange.addresses,
    clock,
    random: () => 0.5,
    log: { warn: (message, fields) => warnings.push(`${message} ${JSON.stringify(fields)}`) },
  })
  const [updates, states]: [MinuteUpdate[], FeedState[]] = [[], []]
  /** Whoever listens to it, what it says is kept. */
  const feed: Feed = {
    ...binance,
    get instruments() {
      return binance.instruments
    },
    start: (listener) =>
      binance.start({
        ...listener,
        onUpdate: (update) => {
          updates.push(update)
          listener.onUpdate(update)
        },
        onState: (state) => {
          states.push(state)
          listener.onState(state)
        },
      }),
  }
  let stop = async () => {}
  /** Frames that went out and never came in: their connection was cut */
  let lost = 0
  return {
    clock,
    exchange,
    feed,
    updates,
    states,
    warnings,
    start: () => {
      stop = feed.start({ onUpdate: () => {}, onState: () => {} })
    },
    stop: () => stop(),
    state: () => states.at(-1),
    /**
     * Lets time pass in steps, each after what the one before has set off is through. Of a connection that is being made
     * only the feed knows: where one is due, steps are to leave it some real ms.
     */
    pass: async (ms: number, stepMs = 2000, restMs = 0) => {
      for (let passed = 0; passed < ms; passed += stepMs) {
        clock.advance(Math.min(stepMs, ms - passed))
        if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
        const isThrough = () =>
          updates.length + lost === exchange.counts.told &&
          !exchange.awaitsPong() &&
          (exchange.connections() > 0 || states.at(-1)?.name !== 'live')
        if (!(await withinTurns(400, isThrough))) lost = exchange.counts.told - updates.length
      }
    },
    /** Lets time pass until something has come about. */
    passUntil: async (condition: () => boolean, stepMs = 500) => {
      for (let tries = 0; tries < 2000; tries++) {
        if (await withinTurns(100, condition)) return
        clock.advance(stepMs)
      }
      throw new Error(`It has not come about: ${condition}; the last state is ${JSON.stringify(states.at(-1))}`)
    },
    close: async () => {
      await stop()
      await exchange.close()
    },
  }
}

export type Session = Awaited<ReturnType<typeof startSession>>

/**
 * Whether something that sockets bring about comes within so many turns of the event loop: the exchange and the feed are both
 * in this process, so a machine that lets it wait for its turn takes none from them.
 */
async function withinTurns(most: number, condition: () => boolean): Promise<boolean> {
  for (let turns = 0; !condition(); turns++) {
    if (turns >= most) return false
    await nextTurn(turns)
  }
  return true
}

/** Waits for something that sockets bring about, which a clock that stands still has no say in; as long as the test may take. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turns = 0; !condition(); turns++) await nextTurn(turns)
}

/** Most things take a few turns of the event loop; what takes longer must not be waited for by working. */
function nextTurn(turns: number): Promise<void> {
  return new Promise((resolve) => {
    if (turns < 50) setImmediate(resolve)
    else setTimeout(resolve, 1)
  })
}
