import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { unitsOf } from '../../tests/doubles/feed.ts'
import { addUsers } from '../../tests/users.ts'
import { type Db, openDb } from '../db/client.ts'
import { migrateDb } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import { createEvents } from '../events/events.ts'
import type { MarketState } from '../market/asset-state.ts'
import type { DecimalCandle, DecimalTick, Tick } from '../market/candle.ts'
import { defaultInstruments } from '../market/instrument.ts'
import type { CandleQuery, Market } from '../market/market.ts'
import { minuteMs, openTimeOf } from '../market/timeframe.ts'
import { candlesCorrected, feedState } from '../market/topics.ts'
import { nearestUnits } from '../market/units.ts'
import { type AlertRule, aimOf, isReached, type PriceAlert } from './alert.ts'
import { fireAlert, insertAlert, listAlerts, listUnseen, listWaiting, markSeen } from './queries.ts'
import { alertFired, alertMade } from './topics.ts'
import { createTriggerFinder } from './trigger-finder.ts'
import { type AlertWatcher, watchAlerts } from './watch-alerts.ts'

const maxAlerts = 50

setDefaultTimeout(600_000)

const start = 1_790_000_040_000 - (1_790_000_040_000 % (60 * minuteMs))
let folder: string
let db: Db
let userId: string
const errors: unknown[] = []
const log = { error: (_message: string, error: unknown) => void errors.push(error) }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-alerts-'))
  db = await openDb({ url: `file:${join(folder, 'app.db')}` })
  await migrateDb(db, migrations.app)
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})
const watchers: AlertWatcher[] = []
afterEach(async () => {
  for (const watcher of watchers.splice(0)) await watcher.close()
  await db.client.execute('delete from price_alerts')
  expect(errors.splice(0)).toEqual([])
})

function alertOf(more: Partial<PriceAlert>): PriceAlert {
  return {
    id: Bun.randomUUIDv7(),
    userId,
    asset: 'BTCUSDT',
    kind: 'level',
    value: 110,
    basePrice: 100,
    note: '',
    createdAt: start,
    firedAt: null,
    firedPrice: null,
    seenAt: null,
    ...more,
  }
}

async function owner(): Promise<string> {
  const [id = ''] = await addUsers(db, [{ login: `watcher-${crypto.randomUUID()}` }])
  return id
}

/** A market that has the given minutes, and tells what the test says. */
function createMarket(minutes: DecimalCandle[] = []) {
  let state: MarketState = { name: 'live', isBackfilling: false }
  const ticks = new Set<(tick: Tick) => void>()
  const events = createEvents(log)
  const market: Pick<Market, 'onTick' | 'state' | 'candles' | 'current' | 'instrument'> = {
    instrument: (asset) => defaultInstruments.find((instrument) => instrument.asset === asset),
    current: () => undefined,
    candles: async (query) => candlesOf(minutes, query).map((candle) => unitsOf({ ...candle, asset: 'BTCUSDT' })),
    state: () => state,
    onTick: (listener) => {
      ticks.add(listener)
      return () => ticks.delete(listener)
    },
  }
  return {
    market,
    events,
    tell: (tick: Partial<DecimalTick>) => {
      const close = tick.close ?? 100
      const prices = { open: close, high: close, low: close, close, volume: 1 }
      const whole = {
        asset: 'BTCUSDT',
        tf: 1,
        openTime: start,
        isClosed: false,
        time: start,
        ...prices,
        ...tick,
      } as const
      for (const listener of ticks) listener(unitsOf(whole))
    },
    setState: (next: typeof state) => {
      state = next
      events.emit(feedState, state)
    },
  }
}

/** Candles of a timeframe out of minutes, put together the slow way. */
function candlesOf(
  minutes: DecimalCandle[],
  { tf, from = 0, to = Number.POSITIVE_INFINITY, limit }: CandleQuery,
): DecimalCandle[] {
  const starts = [...new Set(minutes.map(({ openTime }) => openTimeOf(openTime, tf)))]
  return starts
    .filter((openTime) => openTime >= from && openTime < to)
    .slice(0, limit)
    .map((openTime) => {
      const own = minutes.filter((minute) => openTimeOf(minute.openTime, tf) === openTime)
      return {
        openTime,
        open: own[0]?.open ?? 0,
        high: Math.max(...own.map(({ high }) => high)),
        low: Math.min(...own.map(({ low }) => low)),
        close: own.at(-1)?.close ?? 0,
        volume: own.length,
      }
    })
}

function watch({ market, events }: Pick<ReturnType<typeof createMarket>, 'market' | 'events'>, now = start) {
  const fired: PriceAlert[] = []
  events.on(alertFired, (alert) => void fired.push(alert))
  const watcher = watchAlerts({ db, market, events, log, now: () => now })
  watchers.push(watcher)
  return { watcher, fired }
}

const steps = { priceDigits: 2 }
const cents = (price: number) => nearestUnits(price, 2)

function isReachedBy(rule: AlertRule, { low, high }: { low: number; high: number }): boolean {
  return isReached(aimOf(rule, steps), { low: cents(low), high: cents(high) })
}

describe('a rule', () => {
  const price = fc.integer({ min: 1, max: 10_000 })
  test('is reached by what comes from the side of the first price and gets to the target', () => {
    fc.assert(
      fc.property(price, price, price, price, (basePrice, value, a, b) => {
        fc.pre(basePrice !== value)
        const range = { low: Math.min(a, b), high: Math.max(a, b) }
        const expected = value > basePrice ? range.high >= value : range.low <= value
        expect(isReachedBy({ kind: 'level', value, basePrice }, range)).toBe(expected)
      }),
    )
  })

  test('in per cent is a level that many per cent from the first price', () => {
    expect(aimOf({ kind: 'percent', value: 5, basePrice: 200 }, steps)).toEqual({ target: cents(210), isAbove: true })
    expect(isReachedBy({ kind: 'percent', value: -5, basePrice: 200 }, { low: 189.9, high: 205 })).toBe(true)
    expect(isReachedBy({ kind: 'percent', value: -5, basePrice: 200 }, { low: 190.1, high: 205 })).toBe(false)
  })

  test('in per cent is met by the very price, and by none a step before it', () => {
    for (let value = 1; value <= 99; value++) {
      for (const sign of [1, -1]) {
        const rule = { kind: 'percent', value: sign * value, basePrice: 100 } as const
        const [exact, before] = [100 + sign * value, 100 + sign * (value - 0.01)]
        expect({ rule, isReached: isReachedBy(rule, { low: exact, high: exact }) }).toEqual({ rule, isReached: true })
        expect(isReachedBy(rule, { low: before, high: before })).toBe(false)
      }
    }
  })

  test('below half a step is reached by the lowest price there is', () => {
    for (const rule of [
      { kind: 'level', value: 0.004, basePrice: 1 },
      { kind: 'percent', value: -99, basePrice: 0.4 },
    ] as const) {
      expect(isReachedBy(rule, { low: 0.02, high: 0.4 })).toBe(false)
      expect(isReachedBy(rule, { low: 0.01, high: 0.4 })).toBe(true)
    }
    expect(isReachedBy({ kind: 'level', value: 0.004, basePrice: 0.01 }, { low: 0.01, high: 0.01 })).toBe(false)
  })

  test('in per cent waits for the step nearest to its target, by the arithmetic of whole numbers', () => {
    const hundredths = fc.integer({ min: -9900, max: 100_000 }).filter((value) => value !== 0)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), hundredths, (base, value) => {
        const aim = aimOf({ kind: 'percent', value: value / 100, basePrice: base / 100 }, steps)
        const exact = BigInt(base) * BigInt(10_000 + value)
        const off = BigInt(aim.target) * 10_000n - exact
        const isNearest = (off < 0n ? -off : off) <= 5000n
        // Too near to be a step of its own: the next one counts. No price is lower than one step.
        expect(isNearest || Math.abs(aim.target - base) === 1 || aim.target === 1).toBe(true)
        expect(aim.target === 0).toBe(base === 1 && value < 0)
        expect(aim.isAbove ? aim.target > base : aim.target < base).toBe(true)
      }),
    )
  })
})

describe('while the market is live', () => {
  test('an alert fires once, at the price that got there', async () => {
    userId = await owner()
    const { market, events, tell } = createMarket()
    const { watcher, fired } = watch({ market, events })
    const alert = alertOf({})
    await insertAlert(db, alert)
    events.emit(alertMade, alert)
    for (const close of [109.99, 110.5, 111, 90, 120]) tell({ close })
    await watcher.idle()
    expect(fired.map(({ id, firedPrice, firedAt }) => ({ id, firedPrice, firedAt }))).toEqual([
      { id: alert.id, firedPrice: 110.5, firedAt: start },
    ])
    expect(await listWaiting(db)).toEqual([])
    expect((await listUnseen(db, userId, 10)).map(({ id }) => id)).toEqual([alert.id])
  })

  test('a price that was touched between two ticks counts, and one from before the alert does not', async () => {
    userId = await owner()
    const { market, events, tell } = createMarket()
    const { watcher, fired } = watch({ market, events })
    tell({ close: 100, high: 115 })
    const alert = alertOf({ createdAt: start + 1000 })
    await insertAlert(db, alert)
    events.emit(alertMade, alert)
    tell({ close: 100, high: 115, low: 95 })
    await watcher.idle()
    expect(fired).toEqual([])
    tell({ close: 100, high: 116, low: 95 })
    await watcher.idle()
    expect(fired.map(({ firedPrice }) => firedPrice)).toEqual([110])
  })

  test('what several processes see fires once all the same', async () => {
    userId = await owner()
    const [one, two] = [createMarket(), createMarket()]
    const alert = alertOf({})
    await insertAlert(db, alert)
    const [first, second] = [watch(one), watch(two)]
    await Promise.all([first.watcher.idle(), second.watcher.idle()])
    one.tell({ close: 112 })
    two.tell({ close: 113 })
    await Promise.all([first.watcher.idle(), second.watcher.idle()])
    expect([...first.fired, ...second.fired]).toHaveLength(1)
  })

  test('one that its owner has taken away does not fire', async () => {
    userId = await owner()
    const { market, events, tell } = createMarket()
    const { watcher, fired } = watch({ market, events })
    events.emit(alertMade, alertOf({}))
    tell({ close: 200 })
    await watcher.idle()
    expect(fired).toEqual([])
  })
})

describe('an alert waits', () => {
  test('for prices of minutes alone: a longer candle holds prices from before the alert', async () => {
    userId = await owner()
    await insertAlert(db, alertOf({ createdAt: start + 1000 }))
    const { market, events, tell } = createMarket()
    const { watcher, fired } = watch({ market, events })
    await watcher.idle()
    tell({ tf: 5, openTime: start + 5 * minuteMs, close: 115, high: 120 })
    tell({ tf: 1440, openTime: start, close: 115, high: 120 })
    await watcher.idle()
    expect(fired).toEqual([])
  })

  test('on when it could not be written that it has fired, and fires with the next price', async () => {
    userId = await owner()
    await insertAlert(db, alertOf({}))
    const { market, events, tell } = createMarket()
    const fired: PriceAlert[] = []
    events.on(alertFired, (alert) => void fired.push(alert))
    const full = new Error('database or disk is full')
    let isFull = true
    const write: Db['write'] = (statement, options) => {
      if (isFull) throw full
      return db.write(statement, options)
    }
    const watcher = watchAlerts({ db: { ...db, write }, market, events, log, now: () => start })
    watchers.push(watcher)
    await watcher.idle()
    tell({ close: 115 })
    await watcher.idle()
    expect(fired).toEqual([])
    expect(errors.splice(0)).toEqual([full])
    isFull = false
    tell({ close: 116 })
    await watcher.idle()
    expect(fired.map(({ firedPrice }) => firedPrice)).toEqual([116])
  })

  test('though the process that made it has a clock half a minute behind', async () => {
    userId = await owner()
    const { market, events, tell } = createMarket()
    const { watcher, fired } = watch({ market, events })
    await watcher.reload()
    await insertAlert(db, alertOf({ id: Bun.randomUUIDv7('hex', start - 30_000), createdAt: start - 30_000 }))
    await watcher.reload()
    tell({ close: 115 })
    await watcher.idle()
    expect(fired).toHaveLength(1)
  })
})

describe('what is told of alerts', () => {
  test('may be missed: they are read from the database', async () => {
    userId = await owner()
    const { market, events, tell } = createMarket()
    const { watcher, fired } = watch({ market, events })
    await watcher.idle()
    await insertAlert(db, alertOf({}))
    tell({ close: 115 })
    await watcher.idle()
    expect(fired).toEqual([])
    await watcher.reload()
    tell({ close: 116 })
    await watcher.idle()
    expect(fired.map(({ firedPrice }) => firedPrice)).toEqual([116])
  })

  test('may come twice, late or of what is gone: each fires once, and what is gone never', async () => {
    userId = await owner()
    const { market, events, tell } = createMarket()
    const { watcher, fired } = watch({ market, events })
    const [alert, gone] = [alertOf({}), alertOf({})]
    await insertAlert(db, alert)
    for (const told of [alert, gone, alert]) events.emit(alertMade, told)
    await watcher.reload()
    tell({ close: 115 })
    await watcher.idle()
    events.emit(alertMade, alert)
    await watcher.reload()
    tell({ close: 116 })
    await watcher.idle()
    expect(fired.map(({ id, firedPrice }) => [id, firedPrice])).toEqual([[alert.id, 115]])
  })

  test('of the feed may come in any order: it is the market that says how it is', async () => {
    userId = await owner()
    const { market, events } = createMarket([
      { openTime: start, open: 100, high: 120, low: 100, close: 120, volume: 1 },
    ])
    const { watcher, fired } = watch({ market, events }, start + 60 * minuteMs)
    await watcher.idle()
    await insertAlert(db, alertOf({ createdAt: start - 1 }))
    await watcher.reload()
    for (const name of ['connecting', 'live', 'live'] as const) events.emit(feedState, { name, isBackfilling: false })
    await watcher.idle()
    expect(fired).toEqual([])
  })
})

describe('when nobody was looking', () => {
  const minutes: DecimalCandle[] = Array.from({ length: 300 }, (_, index) => {
    const price = 100 + index / 10
    return {
      openTime: start + index * minuteMs,
      open: price,
      high: price + 0.1,
      low: price - 0.1,
      close: price,
      volume: 1,
    }
  })

  test('an alert fires after the start, at the time when it was due', async () => {
    userId = await owner()
    await insertAlert(db, alertOf({ value: 110.1 }))
    const { market, events, tell } = createMarket(minutes)
    const { watcher, fired } = watch({ market, events }, start + 400 * minuteMs)
    await watcher.idle()
    tell({ close: 150, openTime: start + 400 * minuteMs })
    await watcher.idle()
    // Minute 100 goes up to 110.1 and ends at 110.
    expect(fired.map(({ firedAt, firedPrice }) => [firedAt, firedPrice])).toEqual([[start + 101 * minuteMs, 110.1]])
  })

  test('an alert fires when the missing candles have come', async () => {
    userId = await owner()
    await insertAlert(db, alertOf({ value: 120 }))
    const known: DecimalCandle[] = []
    const { market, events, setState } = createMarket(known)
    setState({ name: 'live', isBackfilling: true, assets: { BTCUSDT: 'backfilling' } })
    const { watcher, fired } = watch({ market, events }, start + 400 * minuteMs)
    await watcher.idle()
    expect(fired).toEqual([])
    known.push(...minutes)
    setState({ name: 'live', isBackfilling: false })
    await watcher.idle()
    expect(fired).toHaveLength(1)
  })

  test('an alert fires when a minute that came late had got there', async () => {
    userId = await owner()
    await insertAlert(db, alertOf({ value: 120 }))
    const known: DecimalCandle[] = minutes.slice(0, 100)
    const { market, events } = createMarket(known)
    const { watcher, fired } = watch({ market, events }, start + 200 * minuteMs)
    await watcher.idle()
    known.push({ openTime: start + 150 * minuteMs, open: 110, high: 121, low: 109, close: 110, volume: 1 })
    const correction = { from: start + 150 * minuteMs, to: start + 151 * minuteMs }
    events.emit(candlesCorrected, { asset: 'ETHUSDT', ...correction })
    events.emit(candlesCorrected, { asset: 'BTCUSDT', from: start - 60 * minuteMs, to: start - 30 * minuteMs })
    await watcher.idle()
    expect(fired).toEqual([])
    events.emit(candlesCorrected, { asset: 'BTCUSDT', ...correction })
    await watcher.idle()
    expect(fired.map(({ firedAt }) => firedAt)).toEqual([start + 151 * minuteMs])
  })

  test('an alert waits for the candles of its own asset, and for no other’s', async () => {
    userId = await owner()
    await insertAlert(db, alertOf({ value: 120 }))
    const known: DecimalCandle[] = []
    const { market, events, setState } = createMarket(known)
    setState({ name: 'live', isBackfilling: true, assets: { BTCUSDT: 'backfilling', ETHUSDT: 'backfilling' } })
    const { watcher, fired } = watch({ market, events }, start + 400 * minuteMs)
    await watcher.idle()
    known.push(...minutes)
    setState({ name: 'live', isBackfilling: true, assets: { ETHUSDT: 'backfilling' } })
    await watcher.idle()
    expect(fired).toHaveLength(1)
  })

  test('the first minute that got there is found, whatever prices did', async () => {
    const step = fc.record({ move: fc.integer({ min: -9, max: 9 }), up: fc.nat(5), down: fc.nat(5), skip: fc.nat(3) })
    const walk = fc.array(step, { minLength: 1, maxLength: 200 }).map((steps) => {
      let [close, openTime] = [100, start]
      return steps.map(({ move, up, down, skip }): DecimalCandle => {
        const open = close
        close = Math.max(1, close + move)
        openTime += minuteMs * (1 + skip)
        return { openTime, open, high: Math.max(open, close) + up, low: Math.min(open, close) - down, close, volume: 1 }
      })
    })
    const value = fc.integer({ min: 60, max: 140 }).filter((level) => level !== 100)
    await fc.assert(
      fc.asyncProperty(walk, value, fc.nat(200 * minuteMs), async (candles, level, after) => {
        const alert = alertOf({ value: level, createdAt: start + after })
        const due = candles.find(({ openTime, low, high, close }) => {
          if (openTime + minuteMs <= alert.createdAt) return false
          if (openTime <= alert.createdAt) return level > 100 ? close >= level : close <= level
          return level > 100 ? high >= level : low <= level
        })
        const now = start + 2000 * minuteMs
        const found = await createTriggerFinder(createMarket(candles).market, now)({ alert, aim: aimOf(alert, steps) })
        expect(found?.at).toBe(due && due.openTime + minuteMs)
        if (found) expect(level > 100 ? found.price >= level * 100 : found.price <= level * 100).toBe(true)
      }),
    )
  })
})

describe('what is kept', () => {
  test('nobody waits for more than fifty, and whoever is told makes room', async () => {
    userId = await owner()
    const alerts = Array.from({ length: maxAlerts }, () => alertOf({}))
    for (const alert of alerts) expect(await insertAlert(db, alert)).toBe(true)
    expect(await insertAlert(db, alertOf({}))).toBe(false)
    await fireAlert(db, alerts[0]?.id ?? '', start, 110)
    expect(await insertAlert(db, alertOf({}))).toBe(true)
    expect(await listAlerts(db, userId, 1000)).toHaveLength(maxAlerts + 1)
  })

  test('of what has fired the newest fifty stay', async () => {
    userId = await owner()
    for (let index = 0; index < maxAlerts + 5; index++) {
      const alert = alertOf({ note: String(index) })
      await insertAlert(db, alert)
      await fireAlert(db, alert.id, start + index, 110)
    }
    await insertAlert(db, alertOf({ note: 'last' }))
    const notes = (await listAlerts(db, userId, 1000)).map(({ note }) => note)
    expect(notes).toHaveLength(maxAlerts + 1)
    expect(notes).not.toContain('4')
    expect(notes).toContain('5')
  })

  test('what somebody has seen is news to them no more, and to others it never was', async () => {
    userId = await owner()
    const alert = alertOf({})
    await insertAlert(db, alert)
    await fireAlert(db, alert.id, start, 110)
    await markSeen(db, await owner(), [alert.id], start)
    expect(await listUnseen(db, userId, 10)).toHaveLength(1)
    await markSeen(db, userId, [alert.id], start)
    expect(await listUnseen(db, userId, 10)).toEqual([])
    expect(await fireAlert(db, alert.id, start, 110)).toBeUndefined()
  })
})
