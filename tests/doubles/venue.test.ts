import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { Candle, MinuteUpdate } from '../../src/market/candle.ts'
import { bybit } from '../../src/market/feed/bybit/bybit.ts'
import { createExchangeFeed } from '../../src/market/feed/exchange/exchange-feed.ts'
import type { Feed, FeedState } from '../../src/market/feed/feed.ts'
import { okx } from '../../src/market/feed/okx/okx.ts'
import { defaultInstruments } from '../../src/market/instrument.ts'
import { minuteMs } from '../../src/market/timeframe.ts'
import { fakeClock } from '../fake-clock.ts'
import { startVenue, venueNames } from './venue.ts'

setDefaultTimeout(60_000)

const protocols = { bybit, okx }
const instruments = defaultInstruments.slice(0, 2)
const start = Date.UTC(2026, 10, 20, 12, 0, 30)
const minute = start - (start % minuteMs)

describe.each(venueNames)('%s', (name) => {
  let clock: ReturnType<typeof fakeClock>
  let venue: ReturnType<typeof startVenue>
  let feed: Feed
  let updates: MinuteUpdate[]
  let states: FeedState[]
  let warnings: string[]
  let stop = async () => {}
  beforeEach(() => {
    clock = fakeClock(start)
    venue = startVenue(name, clock, instruments)
    ;[updates, states, warnings] = [[], [], []]
    const log = { warn: (message: string) => void warnings.push(message) }
    const { addresses } = venue
    feed = createExchangeFeed(protocols[name], { instruments, addresses, clock, random: () => 0.5, log })
  })
  afterEach(async () => {
    await stop()
    await venue.close()
  })
  const passUntil = async (condition: () => boolean, stepMs = 500) => {
    for (let tries = 0; tries < 2000; tries++) {
      for (let turns = 0; turns < 100; turns++) {
        if (condition()) return
        await new Promise((resolve) => setImmediate(resolve))
      }
      clock.advance(stepMs)
    }
    throw new Error(`It has not come about: ${condition}`)
  }
  const pass = async (ms: number) => {
    const end = clock.now() + ms
    await passUntil(() => updates.length === venue.counts.sent && clock.now() >= end, 2000)
  }
  const live = async () => {
    stop = feed.start({ onUpdate: (update) => updates.push(update), onState: (state) => states.push(state) })
    await passUntil(() => venue.subscriptions() === instruments.length && states.at(-1)?.name === 'live')
  }
  const expectTruth = () => {
    for (const { asset, openTime, open, high, low, close, volume, isClosed } of updates) {
      if (isClosed) expect({ openTime, open, high, low, close, volume }).toEqual(truthOf(asset, openTime))
    }
  }
  const truthOf = (asset: string, openTime: number): Candle => {
    const [candle] = venue.truth.closed(asset, openTime, openTime + 1)
    if (!candle) throw new Error(`${asset} has no minute ${openTime}`)
    return candle
  }
  const history = async (from: number, to: number) => {
    let isDone = false
    const asked = Array.fromAsync(feed.history('BTCUSDT', from, to)).finally(() => {
      isDone = true
    })
    asked.catch(() => {})
    // Short steps: an answer that is on its way must not reach its timeout on the fake clock.
    await passUntil(() => isDone, 50)
    return (await asked).flat()
  }

  test('closed minutes equal the truth, and pings keep the connection open', async () => {
    await live()
    await pass(5 * minuteMs)
    const closed = updates.filter(({ asset, isClosed }) => asset === 'BTCUSDT' && isClosed)
    expect(closed).toHaveLength(5)
    for (const { openTime, time } of closed) expect(time).toBeGreaterThanOrEqual(openTime + minuteMs)
    expectTruth()
    expect(venue.counts.opened).toBe(1)
    expect(venue.counts.pings).toBeGreaterThanOrEqual(14)
  })

  test('history over pages and a gap equals the truth, without the open minute', async () => {
    venue.truth.leaveOut('BTCUSDT', minute - 1500 * minuteMs, minute - 300 * minuteMs)
    const from = minute - 2500 * minuteMs
    expect(await history(from, minute + 60 * minuteMs)).toEqual(venue.truth.closed('BTCUSDT', from, minute))
  })

  test('a refused request is sent again after a pause', async () => {
    venue.faults.limits = 3
    expect(await history(minute - 10 * minuteMs, minute)).toHaveLength(10)
    expect(venue.counts.limited).toBe(3)
  })

  test('an unknown symbol is reported as delisted', async () => {
    venue.faults.delisted.add('BTCUSDT')
    expect(await history(minute - 10 * minuteMs, minute).catch((error) => error.refusal)).toBe('delisted')
  })

  test('after an outage the stream continues and history has the missed minutes', async () => {
    await live()
    venue.faults.refuses = true
    venue.cut()
    await passUntil(() => states.at(-1)?.name === 'waiting')
    await passUntil(() => clock.now() > start + 5 * minuteMs)
    venue.faults.refuses = false
    await passUntil(() => states.at(-1)?.name === 'live')
    expectTruth()
    expect(await history(minute, minute + 5 * minuteMs)).toEqual(
      venue.truth.closed('BTCUSDT', minute, minute + 5 * minuteMs),
    )
  })

  test('malformed, late and repeated messages do no harm', async () => {
    await live()
    const [bitcoin] = instruments
    for (const text of ['', '{', 'null', '[]', '42', '{"data":[]}']) venue.say(text)
    if (bitcoin) for (const ago of [3, 3, 1]) venue.send(bitcoin, minute - ago * minuteMs, true)
    await pass(2 * minuteMs)
    expectTruth()
    expect(states.map(({ name: state }) => state)).toEqual(['connecting', 'live'])
    expect(warnings.length).toBeLessThanOrEqual(3)
  })
})
