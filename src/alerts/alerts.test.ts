import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { alertWith, createMarket, openAlerts, start } from '../../tests/alert-watching.ts'
import type { Db } from '../db/client.ts'
import { minuteMs } from '../market/timeframe.ts'
import { feedState } from '../market/topics.ts'
import type { PriceAlert } from './alert.ts'
import { fireAlert, insertAlert, listAlerts, listUnseen, listWaiting, markSeen } from './queries.ts'
import { alertCreated, alertGone } from './topics.ts'

const maxAlerts = 50

setDefaultTimeout(60_000)

const { db: opened, errors, owner, watch } = openAlerts()
let db: Db
let userId: string
beforeAll(() => {
  db = opened()
})

const alertOf = (more: Partial<PriceAlert>): PriceAlert => alertWith({ userId, ...more })

describe('while the market is live', () => {
  test('an alert fires once, at the price that reached it', async () => {
    userId = await owner()
    const { market, events, emitTick } = createMarket()
    const { watcher, fired } = watch({ market, events })
    const alert = alertOf({})
    await insertAlert(db, alert)
    events.emit(alertCreated, alert)
    for (const close of [109.99, 110.5, 111, 90, 120]) emitTick({ close })
    await watcher.idle()
    expect(fired.map(({ id, firedPrice, firedAt }) => ({ id, firedPrice, firedAt }))).toEqual([
      { id: alert.id, firedPrice: 110.5, firedAt: start },
    ])
    expect(await listWaiting(db)).toEqual([])
    expect((await listUnseen(db, userId, 10)).map(({ id }) => id)).toEqual([alert.id])
  })

  test('a price touched between two ticks counts; one from before the alert does not', async () => {
    userId = await owner()
    const { market, events, emitTick } = createMarket()
    const { watcher, fired } = watch({ market, events })
    emitTick({ close: 100, high: 115 })
    const alert = alertOf({ createdAt: start + 1000 })
    await insertAlert(db, alert)
    events.emit(alertCreated, alert)
    emitTick({ close: 100, high: 115, low: 95 })
    await watcher.idle()
    expect(fired).toEqual([])
    emitTick({ close: 100, high: 116, low: 95 })
    await watcher.idle()
    expect(fired.map(({ firedPrice }) => firedPrice)).toEqual([110])
  })

  test('a deleted or replaced alert is no longer watched', async () => {
    userId = await owner()
    const { market, events, emitTick } = createMarket()
    const { watcher, fired } = watch({ market, events })
    const alert = alertOf({})
    // The row stays, so that only the watcher can keep it from firing.
    await insertAlert(db, alert)
    events.emit(alertCreated, alert)
    events.emit(alertGone, alert)
    emitTick({ close: 120 })
    await watcher.idle()
    expect(fired).toEqual([])
  })

  test('an alert seen by several processes fires only once', async () => {
    userId = await owner()
    const [one, two] = [createMarket(), createMarket()]
    const alert = alertOf({})
    await insertAlert(db, alert)
    const [first, second] = [watch(one), watch(two)]
    await Promise.all([first.watcher.idle(), second.watcher.idle()])
    one.emitTick({ close: 112 })
    two.emitTick({ close: 113 })
    await Promise.all([first.watcher.idle(), second.watcher.idle()])
    expect([...first.fired, ...second.fired]).toHaveLength(1)
  })

  test('a deleted alert does not fire', async () => {
    userId = await owner()
    const { market, events, emitTick } = createMarket()
    const { watcher, fired } = watch({ market, events })
    events.emit(alertCreated, alertOf({}))
    emitTick({ close: 200 })
    await watcher.idle()
    expect(fired).toEqual([])
  })
})

describe('an alert waits', () => {
  test('for one-minute prices only: a longer candle has prices from before the alert', async () => {
    userId = await owner()
    await insertAlert(db, alertOf({ createdAt: start + 1000 }))
    const { market, events, emitTick } = createMarket()
    const { watcher, fired } = watch({ market, events })
    await watcher.idle()
    emitTick({ tf: 5, openTime: start + 5 * minuteMs, close: 115, high: 120 })
    emitTick({ tf: 1440, openTime: start, close: 115, high: 120 })
    await watcher.idle()
    expect(fired).toEqual([])
  })

  test('if its firing could not be written, and fires with the next price', async () => {
    userId = await owner()
    await insertAlert(db, alertOf({}))
    const market = createMarket()
    const { emitTick } = market
    const full = new Error('database or disk is full')
    let isFull = true
    const write: Db['write'] = (statement, options) => {
      if (isFull) throw full
      return db.write(statement, options)
    }
    const { watcher, fired } = watch(market, start, write)
    await watcher.idle()
    emitTick({ close: 115 })
    await watcher.idle()
    expect(fired).toEqual([])
    expect(errors.splice(0)).toEqual([full])
    isFull = false
    emitTick({ close: 116 })
    await watcher.idle()
    expect(fired.map(({ firedPrice }) => firedPrice)).toEqual([116])
  })

  test('even if the process that created it has a clock half a minute behind', async () => {
    userId = await owner()
    const { market, events, emitTick } = createMarket()
    const { watcher, fired } = watch({ market, events })
    await watcher.reload()
    await insertAlert(db, alertOf({ id: Bun.randomUUIDv7('hex', start - 30_000), createdAt: start - 30_000 }))
    await watcher.reload()
    emitTick({ close: 115 })
    await watcher.idle()
    expect(fired).toHaveLength(1)
  })
})

describe('events', () => {
  test('may be missed: alerts are read from the database', async () => {
    userId = await owner()
    const { market, events, emitTick } = createMarket()
    const { watcher, fired } = watch({ market, events })
    await watcher.idle()
    await insertAlert(db, alertOf({}))
    emitTick({ close: 115 })
    await watcher.idle()
    expect(fired).toEqual([])
    await watcher.reload()
    emitTick({ close: 116 })
    await watcher.idle()
    expect(fired.map(({ firedPrice }) => firedPrice)).toEqual([116])
  })

  test('may be duplicate, late or for a deleted alert: each alert fires at most once', async () => {
    userId = await owner()
    const { market, events, emitTick } = createMarket()
    const { watcher, fired } = watch({ market, events })
    const [alert, gone] = [alertOf({}), alertOf({})]
    await insertAlert(db, alert)
    for (const each of [alert, gone, alert]) events.emit(alertCreated, each)
    await watcher.reload()
    emitTick({ close: 115 })
    await watcher.idle()
    events.emit(alertCreated, alert)
    await watcher.reload()
    emitTick({ close: 116 })
    await watcher.idle()
    expect(fired.map(({ id, firedPrice }) => [id, firedPrice])).toEqual([[alert.id, 115]])
  })

  test('of the feed may come in any order: the market state decides', async () => {
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

describe('stored alerts', () => {
  test('an owner may have one waiting alert per rule, and another once it has fired', async () => {
    userId = await owner()
    const first = alertOf({ value: 321 })
    expect(await insertAlert(db, first)).toBe('made')
    expect(await insertAlert(db, alertOf({ value: 321, note: 'again' }))).toBe('same')
    expect(await insertAlert(db, alertOf({ value: 322 }))).toBe('made')
    await fireAlert(db, first.id, start, 321)
    expect(await insertAlert(db, alertOf({ value: 321 }))).toBe('made')
    userId = await owner()
    expect(await insertAlert(db, alertOf({ value: 321 }))).toBe('made')
  })

  test('an owner may have fifty waiting alerts; a fired one makes room for another', async () => {
    userId = await owner()
    const alerts = Array.from({ length: maxAlerts }, (_, index) => alertOf({ value: 200 + index }))
    for (const alert of alerts) expect(await insertAlert(db, alert)).toBe('made')
    expect(await insertAlert(db, alertOf({}))).toBe('too-many')
    await fireAlert(db, alerts[0]?.id ?? '', start, 110)
    expect(await insertAlert(db, alertOf({}))).toBe('made')
    expect(await listAlerts(db, userId, 1000)).toHaveLength(maxAlerts + 1)
  })

  test('only the newest fifty fired alerts are kept', async () => {
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

  test('an alert marked as seen is no longer unseen; other users cannot mark it', async () => {
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
