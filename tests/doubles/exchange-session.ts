import type { MinuteUpdate } from '../../src/market/candle.ts'
import { binance as protocol } from '../../src/market/feed/binance/binance.ts'
import { createExchangeFeed } from '../../src/market/feed/exchange/exchange-feed.ts'
import type { Feed, FeedState } from '../../src/market/feed/feed.ts'
import { defaultInstruments, type Instrument } from '../../src/market/instrument.ts'
import { fakeClock } from '../fake-clock.ts'
import { type ExchangeOptions, startExchange } from './exchange.ts'

export const sessionStart = Date.UTC(2026, 10, 20, 12, 0, 30)

export interface SessionOptions extends Pick<ExchangeOptions, 'everyMs' | 'skewMs'> {
  instruments?: readonly Instrument[]
  /**
   * The instruments as the exchange trades them, if their price and volume steps differ from those built into the feed
   */
  traded?: readonly Instrument[]
  /** Start time by the local clock, ms UTC */
  start?: number
}

/** Starts the exchange double and the feed on one fake clock; records the output of the feed. */
export async function startSession(options: SessionOptions = {}) {
  const { instruments = defaultInstruments.slice(0, 2), start = sessionStart } = options
  const { traded = instruments } = options
  const clock = fakeClock(start)
  const exchange = await startExchange({ ...options, clock, instruments: traded })
  const warnings: string[] = []
  const binance = createExchangeFeed(protocol, {
    instruments,
    addresses: exchange.addresses,
    clock,
    random: () => 0.5,
    log: { warn: (message, fields) => warnings.push(`${message} ${JSON.stringify(fields)}`) },
  })
  const [updates, states]: [MinuteUpdate[], FeedState[]] = [[], []]
  /** Records everything that the feed sends to its listener. */
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
  /** Number of frames that were sent but lost, because their connection was cut */
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
     * Advances time in steps, each after the effects of the previous one are complete. The clock does not see
     * connection attempts in progress, only the feed does: where an attempt is expected, pass some real ms in `restMs`.
     */
    pass: async (ms: number, stepMs = 2000, restMs = 0) => {
      for (let passed = 0; passed < ms; passed += stepMs) {
        clock.advance(Math.min(stepMs, ms - passed))
        if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
        const isThrough = () =>
          updates.length + lost === exchange.counts.sent &&
          !exchange.awaitsPong() &&
          (exchange.connections() > 0 || states.at(-1)?.name !== 'live')
        if (!(await withinTurns(400, isThrough))) lost = exchange.counts.sent - updates.length
      }
    },
    /** Advances time until a condition holds. */
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
 * Returns whether a condition caused by sockets holds within `most` turns of the event loop. The exchange and the feed
 * run in this process, so a slow machine does not change the number of turns.
 */
async function withinTurns(most: number, condition: () => boolean): Promise<boolean> {
  for (let turns = 0; !condition(); turns++) {
    if (turns >= most) return false
    await nextTurn(turns)
  }
  return true
}

/** Waits for a condition caused by sockets, independent of the fake clock; limited by the test's timeout. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turns = 0; !condition(); turns++) await nextTurn(turns)
}

/**
 * Waits for the next turn: most conditions need a few turns of the event loop; longer waits must not keep the processor
 * busy.
 */
function nextTurn(turns: number): Promise<void> {
  return new Promise((resolve) => {
    if (turns < 50) setImmediate(resolve)
    else setTimeout(resolve, 1)
  })
}
