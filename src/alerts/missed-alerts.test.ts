import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { alertWith, createMarket, openAlerts, start } from '../../tests/alert-watching.ts'
import type { Db } from '../db/client.ts'
import type { DecimalCandle } from '../market/candle.ts'
import { minuteMs } from '../market/timeframe.ts'
import { candlesCorrected, closeSettled } from '../market/topics.ts'
import type { PriceAlert } from './alert.ts'
import { storedRule } from './alert-rule.ts'
import { insertAlert } from './queries.ts'
import { alertCreated } from './topics.ts'
import { createTriggerFinder } from './trigger-finder.ts'

setDefaultTimeout(60_000)

const { db: opened, owner, watch } = openAlerts()
let db: Db
let userId: string
beforeAll(() => {
  db = opened()
})

const alertOf = (more: Partial<PriceAlert>): PriceAlert => alertWith({ userId, ...more })

describe('while no process was watching', () => {
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

  test('an alert fires after the start, with the time at which it was due', async () => {
    userId = await owner()
    await insertAlert(db, alertOf({ value: 110.1 }))
    const { market, events, emitTick } = createMarket(minutes)
    const { watcher, fired } = watch({ market, events }, start + 400 * minuteMs)
    await watcher.idle()
    emitTick({ close: 150, openTime: start + 400 * minuteMs })
    await watcher.idle()
    // Prices of minute 100 reach 110.1, and the minute closes at 110.
    expect(fired.map(({ firedAt, firedPrice }) => [firedAt, firedPrice])).toEqual([[start + 101 * minuteMs, 110.1]])
  })

  test('an alert fires when the missing candles have arrived', async () => {
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

  test('an alert fires when a late minute had reached its target', async () => {
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

  test('an alert waits only for the candles of its own asset', async () => {
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

  test('an alert waits while its asset is stale, then finds the minute in which it was due', async () => {
    userId = await owner()
    const known: DecimalCandle[] = []
    const { market, events, setState, emitTick } = createMarket(known)
    const stale = { BTCUSDT: start }
    setState({ name: 'live', isBackfilling: false, stale })
    const { watcher, fired } = watch({ market, events }, start + 400 * minuteMs)
    const alert = alertOf({ value: 120 })
    await insertAlert(db, alert)
    events.emit(alertCreated, alert)
    emitTick({ close: 130 })
    await watcher.idle()
    expect(fired).toEqual([])
    known.push(...minutes)
    setState({ name: 'live', isBackfilling: false })
    await watcher.idle()
    expect(fired).toHaveLength(1)
  })

  test('the first minute that reached the target is found for any prices', async () => {
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
        const rule = { kind: 'level', value: level, basePrice: 100 } as const
        const pending = {
          asset: alert.asset,
          rule,
          instrument: { priceDigits: 2, volumeDigits: 5 },
          since: alert.createdAt,
        }
        const find = createTriggerFinder(createMarket(candles).market, now)
        const found = await find({ ...pending, wasTrue: false, quietUntil: 0 })
        expect(found?.at).toBe(due && due.openTime + minuteMs)
        if (found) expect(level > 100 ? found.price >= level * 100 : found.price <= level * 100).toBe(true)
      }),
    )
  })
})

test('an indicator is decided when a close settles, and not by ticks', async () => {
  userId = await owner()
  const rule = { kind: 'indicator', value: 105, tf: 5, indicator: 'sma:2', isAbove: true } as const
  const prices = (close: number) => ({ open: close, high: close, low: close, close, volume: 1 })
  const known = Array.from({ length: 20 }, (_, minute) => ({ openTime: start + minute * minuteMs, ...prices(100) }))
  const { market, events, emitTick } = createMarket(known)
  const { watcher, fired } = watch({ market, events }, start + 30 * minuteMs)
  await watcher.idle()
  const alert = alertOf({ ...storedRule(rule, 100), createdAt: start + 20 * minuteMs })
  await insertAlert(db, alert)
  events.emit(alertCreated, alert)
  emitTick({ close: 200, openTime: start + 20 * minuteMs })
  await watcher.idle()
  expect(fired).toEqual([])
  for (let minute = 20; minute < 25; minute++) known.push({ openTime: start + minute * minuteMs, ...prices(120) })
  events.emit(closeSettled, { asset: 'BTCUSDT', tf: 5, openTime: start + 20 * minuteMs })
  await watcher.idle()
  expect(fired.map(({ firedAt, firedPrice }) => [firedAt, firedPrice])).toEqual([[start + 25 * minuteMs, 120]])
})
