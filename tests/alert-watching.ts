import { afterAll, afterEach, beforeAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onceWithoutEnd, type PriceAlert } from '../src/alerts/alert.ts'
import { alertFired } from '../src/alerts/topics.ts'
import { type AlertWatcher, watchAlerts } from '../src/alerts/watch-alerts.ts'
import type { Db } from '../src/db/client.ts'
import { createEvents } from '../src/events/events.ts'
import type { MarketState } from '../src/market/asset-state.ts'
import type { DecimalCandle, DecimalTick, Tick } from '../src/market/candle.ts'
import { defaultInstruments } from '../src/market/instrument.ts'
import type { CandleQuery, Market } from '../src/market/market.ts'
import { minuteMs, openTimeOf } from '../src/market/timeframe.ts'
import { feedState } from '../src/market/topics.ts'
import { unitsOf } from './doubles/feed.ts'
import { openMigrated } from './migrated.ts'
import { addUsers } from './users.ts'

/** ms UTC: the full hour at which test alerts are created */
export const start = 1_790_000_040_000 - (1_790_000_040_000 % (60 * minuteMs))

const errors: unknown[] = []
const log = { error: (_message: string, error: unknown) => void errors.push(error) }

type Told = Pick<ReturnType<typeof createMarket>, 'market' | 'events'>

/**
 * Opens a database for the alerts of one test file. After each test, deletes all alerts and expects no logged errors.
 */
export function openAlerts() {
  let folder: string
  let db: Db
  const watchers: AlertWatcher[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kurs-alerts-'))
    db = await openMigrated('app', folder)
  })
  afterAll(async () => {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    for (const watcher of watchers.splice(0)) await watcher.close()
    await db.client.execute('delete from price_alerts')
    expect(errors.splice(0)).toEqual([])
  })
  return {
    db: () => db,
    owner: async (): Promise<string> => {
      const [id = ''] = await addUsers(db, [{ login: `watcher-${crypto.randomUUID()}` }])
      return id
    },
    /** Errors logged so far; a test that expects an error removes it from this list */
    errors,
    /** @param write replaces the write function of the database */
    watch: ({ market, events }: Told, now = start, write = db.write) => {
      const fired: PriceAlert[] = []
      events.on(alertFired, (alert) => void fired.push(alert))
      const watcher = watchAlerts({ db: { ...db, write }, market, events, log, now: () => now })
      watchers.push(watcher)
      return { watcher, fired }
    },
  }
}

/** Returns an alert that fires at 110, with the given fields replaced. */
export function alertWith(more: Partial<PriceAlert> & { userId: string }): PriceAlert {
  return {
    id: Bun.randomUUIDv7(),
    asset: 'BTCUSDT',
    kind: 'level',
    value: 110,
    basePrice: 100,
    details: null,
    note: '',
    createdAt: start,
    firedAt: null,
    firedPrice: null,
    seenAt: null,
    ...onceWithoutEnd,
    ...more,
  }
}

/** Creates a market with the given minutes; the test publishes its ticks. */
export function createMarket(minutes: DecimalCandle[] = []) {
  let state: MarketState = { name: 'live', isBackfilling: false }
  const ticks = new Set<(tick: Tick) => void>()
  const events = createEvents(log)
  const market: Pick<Market, 'onTick' | 'state' | 'candles' | 'closes' | 'current' | 'instrument'> = {
    instrument: (asset) => defaultInstruments.find((instrument) => instrument.asset === asset),
    current: () => undefined,
    candles: async (query) => candlesOf(minutes, query).map((candle) => unitsOf({ ...candle, asset: 'BTCUSDT' })),
    closes: async (_asset, tf, after, limit = 500) =>
      candlesOf(minutes, { asset: 'BTCUSDT', tf, from: after + 1, limit }).map((candle) =>
        unitsOf({ ...candle, asset: 'BTCUSDT' }),
      ),
    state: () => state,
    onTick: (listener) => {
      ticks.add(listener)
      return () => ticks.delete(listener)
    },
  }
  return {
    market,
    events,
    emitTick: (tick: Partial<DecimalTick>) => {
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

/** Builds candles of a timeframe from minutes by the simplest method. */
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
