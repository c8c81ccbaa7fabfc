import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { LogFields } from '../../src/log/logger.ts'
import type { Candle, MinuteUpdate } from '../../src/market/candle.ts'
import { bybit } from '../../src/market/feed/bybit/bybit.ts'
import type { Exchange } from '../../src/market/feed/exchange/exchange.ts'
import { createExchangeFeed } from '../../src/market/feed/exchange/exchange-feed.ts'
import type { Feed, FeedState } from '../../src/market/feed/feed.ts'
import { okx } from '../../src/market/feed/okx/okx.ts'
import { defaultInstruments } from '../../src/market/instrument.ts'
import { minuteMs } from '../../src/market/timeframe.ts'
import type { Trade } from '../../src/market/trade.ts'
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
  let trades: Trade[]
  let tradesRead: number
  let stop = async () => {}
  const open = (tradesEveryMs?: number) => {
    clock = fakeClock(start)
    venue = startVenue(name, { clock, instruments, tradesEveryMs })
    ;[updates, states, warnings, trades] = [[], [], [], []]
    tradesRead = 0
    const log = {
      warn: (message: string, fields?: LogFields) => void warnings.push(`${message} ${JSON.stringify(fields)}`),
    }
    const { addresses } = venue
    feed = createExchangeFeed(counted(protocols[name]), { instruments, addresses, clock, random: () => 0.5, log })
  }
  beforeEach(() => open())
  afterEach(async () => {
    await stop()
    await venue.close()
  })
  /** Counts the messages with trades that the feed has read. */
  const counted = (exchange: Exchange): Exchange => {
    const read: Exchange['stream']['read'] = (...asked) => {
      const message = exchange.stream.read(...asked)
      if (message.kind === 'trades') tradesRead++
      return message
    }
    return { ...exchange, stream: { ...exchange.stream, read } }
  }
  const passUntil = async (condition: () => boolean, stepMs = 500) => {
    for (let tries = 0; tries < 2000; tries++) {
      for (let turns = 0; turns < 36; turns++) {
        if (condition()) return
        // Answers to requests need real time, which a busy machine has little of.
        await new Promise<void>((resolve) =>
          turns < 30 || stepMs > 50 ? setImmediate(resolve) : setTimeout(resolve, 1),
        )
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
    stop = feed.start({
      onUpdate: (update) => updates.push(update),
      onState: (state) => states.push(state),
      onTrades: (more) => trades.push(...more),
    })
    await passUntil(() => venue.subscriptions() === 2 * instruments.length && states.at(-1)?.name === 'live')
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

  test('trades move the open minute, are reported once, and closed minutes stay true', async () => {
    await venue.close()
    open(250)
    await live()
    for (let passed = 0; passed < 2 * minuteMs; passed += 250) {
      clock.advance(250)
      for (let turns = 0; turns < 200 && tradesRead < venue.counts.trades; turns++) {
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    expectTruth()
    for (const { asset } of instruments) {
      const own = trades.filter((trade) => trade.asset === asset)
      expect(own.length).toBeGreaterThan(900)
      expect(new Set(own.map(({ id }) => id)).size).toBe(own.length)
      expect(own.map(({ time }) => time)).toEqual(own.map(({ time }) => time).toSorted((one, other) => one - other))
      expect(own.filter(({ side }) => side === 'buy').length * 2).toBe(own.length)
      const moved = updates.filter((update) => update.asset === asset && !update.isClosed)
      expect(moved.length).toBeGreaterThan(400)
      for (const { openTime, time, high, low, close } of moved) {
        // A candle has its own time, and one that trades have moved that of the last trade.
        const price = own.findLast((trade) => trade.time <= time)?.price
        const whole = truthOf(asset, openTime)
        expect(high <= whole.high && low >= whole.low && low <= close && close <= high).toBe(true)
        // The other exchange sends no time with its candles, and the last trades were not sent on yet.
        if (name === 'bybit' && time < clock.now() && price !== undefined) expect(close).toBe(price)
      }
    }
  })

  test('trades that stop while candles show new volume make the feed connect again', async () => {
    await live()
    venue.faults.silentTrades.add('BTCUSDT')
    await pass(60_000)
    expect(venue.counts.opened).toBe(1)
    await passUntil(() => venue.counts.opened === 2)
    expect(clock.now() - start).toBeLessThan(2 * minuteMs)
    expect(states.map(({ name: state }) => state)).toEqual(['connecting', 'live'])
    expect(warnings.join()).toContain('silent')
    expectTruth()
  })

  test('malformed, late and repeated messages do no harm', async () => {
    await live()
    const [bitcoin] = instruments
    for (const text of ['', '{', 'null', '[]', '42', '{"data":[]}', ...badTrades(name)]) venue.say(text)
    venue.sayAhead()
    if (bitcoin) for (const ago of [3, 3, 1]) venue.send(bitcoin, minute - ago * minuteMs, true)
    await pass(2 * minuteMs)
    expectTruth()
    expect(states.map(({ name: state }) => state)).toEqual(['connecting', 'live'])
    expect(warnings.join()).toContain('in the future')
    expect(warnings.length).toBeLessThanOrEqual(5)
    expect(trades.filter(({ time }) => time > clock.now())).toEqual([])
    expect(updates.filter(({ openTime }) => openTime > clock.now())).toEqual([])
    expect(Math.abs(feed.now() - clock.now())).toBeLessThan(minuteMs)
    expect(trades.every(({ price, quantity }) => price > 0 && quantity > 0)).toBe(true)
  })
})

/** Messages in the form of trades that have no price, no quantity or no time, and one of an unknown symbol */
function badTrades(name: (typeof venueNames)[number]): string[] {
  const bybitTrade = { i: '1', T: start, p: '1', v: '1', S: 'Buy', s: 'BTCUSDT', BT: false }
  const okxTrade = { instId: 'BTC-USDT', tradeId: '1', px: '1', sz: '1', side: 'buy', ts: String(start) }
  const changes = [
    { p: '0', px: '0' },
    { v: '-1', sz: '-1' },
    { T: 'now', ts: 'now' },
    { S: 'Hold', side: 'hold' },
  ]
  const messages = changes.map((change) =>
    name === 'bybit'
      ? { topic: 'publicTrade.BTCUSDT', ts: start, type: 'snapshot', data: [{ ...bybitTrade, ...change }] }
      : { arg: { channel: 'trades-all', instId: 'BTC-USDT' }, data: [{ ...okxTrade, ...change }] },
  )
  const unknown =
    name === 'bybit'
      ? { topic: 'publicTrade.NOPE', ts: start, type: 'snapshot', data: [{ ...bybitTrade, s: 'NOPE' }] }
      : { arg: { channel: 'trades-all', instId: 'NOPE' }, data: [okxTrade] }
  return [...messages, unknown].map((message) => JSON.stringify(message))
}
