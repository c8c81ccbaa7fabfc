import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import { type Background, createBackground } from '../jobs/background.ts'
import type { Logger } from '../log/logger.ts'
import { assetStateOf, isStale, type MarketState } from '../market/asset-state.ts'
import type { Tick } from '../market/candle.ts'
import type { Instrument } from '../market/instrument.ts'
import type { Market } from '../market/market.ts'
import { candlesCorrected, feedState } from '../market/topics.ts'
import { toDecimal, type Units } from '../market/units.ts'
import {
  type Aim,
  aimOf,
  createTriggerFinder,
  firedPriceOf,
  isReached,
  type PriceAlert,
  type PriceRange,
} from './alert.ts'
import { fireAlert, listWaiting } from './queries.ts'
import { alertCreated, alertFired } from './topics.ts'

export interface AlertWatcher {
  /** Loads alerts that other processes have created. */
  reload(): Promise<void>
  /** Resolves when no write of a fired alert is pending. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface AlertWatcherOptions {
  db: Db
  market: Pick<Market, 'onTick' | 'state' | 'candles' | 'current' | 'instrument'>
  events: Events
  log: Pick<Logger, 'error'>
  now?: (() => number) | undefined
}

/** Maximum clock skew between processes, ms. Alert ids start with their creation time: new ids may be this old. */
const clockSkewMs = 60_000

/** Fires each alert once, on ticks, or from stored candles after a start, reconnect or correction of candles. */
export function watchAlerts({ db, market, events, log, now = Date.now }: AlertWatcherOptions): AlertWatcher {
  const waiting = createWaitingAlerts(market.instrument)
  const background = createBackground(log)
  const { fireNow, catchUp } = createFiring({ db, market, events, now, waiting, background })
  const add = (alert: PriceAlert) => {
    const added = waiting.add(alert)
    const { close } = market.current(alert.asset, 1) ?? {}
    if (!added || close === undefined || isStale(market.state(), alert.asset)) return
    if (isReached(added.aim, { low: close, high: close })) fireNow(added, close)
  }
  let newest = ''
  const reload = async () => {
    for (const alert of await listWaiting(db, newest)) if (!waiting.has(alert)) add(alert)
    newest = idsFrom(now() - clockSkewMs)
  }

  let before = market.state()
  const stops = [
    market.onTick((tick) => {
      if (tick.tf !== 1) return
      const due = waiting.reachedBy(tick)
      // Minutes of a stale asset come late from the history: they are checked once its prices are live again.
      if (due.length === 0 || isStale(market.state(), tick.asset)) return
      for (const one of due) fireNow(one, firedPriceOf(one.aim, tick.close))
    }),
    events.on(alertCreated, add),
    events.on(feedState, () => {
      const [former, state] = [before, market.state()]
      before = state
      const recovered = waiting
        .all()
        .filter(({ instrument: { asset } }) => isReady(state, asset) && !isReady(former, asset))
      if (recovered.length > 0) void background.run('Alerts: checking missed candles', () => catchUp(recovered))
    }),
    events.on(candlesCorrected, ({ asset, to }) => {
      // Corrections during a backfill are ignored: candles are checked when the backfill is complete.
      if (!isReady(market.state(), asset)) return
      const older = waiting.all().filter(({ alert }) => alert.asset === asset && alert.createdAt < to)
      if (older.length > 0) void background.run('Alerts: checking missed candles', () => catchUp(older))
    }),
  ]
  void background.run('Alerts: checking missed candles', () => reload().then(() => catchUp(waiting.all())))

  return {
    reload,
    idle: background.idle,
    close: async () => {
      for (const stop of stops) stop()
      await background.idle()
    },
  }
}

/** Whether prices of an asset are live and its history is complete; the state of other assets does not matter. */
function isReady(state: MarketState, asset: string): boolean {
  return state.name === 'live' && assetStateOf(state, asset) !== 'backfilling' && !isStale(state, asset)
}

function idsFrom(time: number): string {
  const hex = Math.max(0, time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

interface FiringOptions extends Pick<AlertWatcherOptions, 'db' | 'market' | 'events'> {
  now(): number
  waiting: WaitingAlerts
  background: Background
}

/** Fires due alerts and stops watching them. Each fires once, whether a tick or a stored candle triggers it first. */
function createFiring({ db, market, events, now, waiting, background }: FiringOptions) {
  const fire = async ({ alert, instrument }: WaitingAlert, at: number, price: Units) => {
    // The alert is removed before it is stored as fired: the next tick comes before the database has answered.
    waiting.remove(alert)
    try {
      const fired = await fireAlert(db, alert.id, at, toDecimal(price, instrument.priceDigits))
      if (fired) events.emit(alertFired, fired)
    } catch (error) {
      waiting.add(alert)
      throw error
    }
  }
  const fireNow = (due: WaitingAlert, price: Units) =>
    void background.run('Alerts: storing that one has fired', () => fire(due, now(), price))
  const catchUp = async (alerts: readonly WaitingAlert[]) => {
    const findTrigger = createTriggerFinder(market, now())
    for (const due of alerts) {
      const trigger = await findTrigger(due)
      if (trigger) await fire(due, trigger.at, trigger.price)
    }
  }
  return { fireNow, catchUp }
}

interface WaitingAlert {
  alert: PriceAlert
  aim: Aim
  instrument: Instrument
}

interface WaitingAlerts {
  /** Starts watching an alert. Returns undefined for an asset that is not traded any longer. */
  add(alert: PriceAlert): WaitingAlert | undefined
  remove(alert: PriceAlert): void
  has(alert: PriceAlert): boolean
  all(): WaitingAlert[]
  /** Returns alerts reached by a tick of the current minute. Ticks of an asset must be passed in order. */
  reachedBy(tick: Tick): WaitingAlert[]
}

function createWaitingAlerts(instrumentOf: (asset: string) => Instrument | undefined): WaitingAlerts {
  const byAsset = new Map<string, Map<string, WaitingAlert>>()
  const seen = new Map<string, Tick>()
  return {
    add: (alert) => {
      const instrument = instrumentOf(alert.asset)
      if (!instrument) return undefined
      const waiting = { alert, aim: aimOf(alert, instrument), instrument }
      const known = byAsset.get(alert.asset) ?? new Map<string, WaitingAlert>()
      byAsset.set(alert.asset, known.set(alert.id, waiting))
      return waiting
    },
    remove: ({ asset, id }) => {
      byAsset.get(asset)?.delete(id)
    },
    has: ({ asset, id }) => byAsset.get(asset)?.has(id) ?? false,
    all: () => [...byAsset.values()].flatMap((alerts) => [...alerts.values()]),
    reachedBy: (tick) => {
      const before = seen.get(tick.asset)
      seen.set(tick.asset, tick)
      const alerts = byAsset.get(tick.asset)
      if (!alerts?.size) return []
      const whole = { low: tick.low, high: tick.high }
      const fresh = freshRange(tick, before)
      return [...alerts.values()].filter(({ alert, aim }) =>
        isReached(aim, alert.createdAt < tick.openTime ? whole : fresh),
      )
    },
  }
}

/** Returns the tick's price, extended by the minute's high or low if they are new since the previous tick. */
function freshRange(tick: Tick, before: Tick | undefined): PriceRange {
  const isSame = before?.openTime === tick.openTime
  return {
    low: isSame && tick.low < before.low ? tick.low : tick.close,
    high: isSame && tick.high > before.high ? tick.high : tick.close,
  }
}
