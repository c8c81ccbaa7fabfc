import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import { type Background, createBackground } from '../jobs/background.ts'
import type { Logger } from '../log/logger.ts'
import { assetStateOf, isStale, type MarketState } from '../market/asset-state.ts'
import type { Market } from '../market/market.ts'
import { closeTimeOf } from '../market/timeframe.ts'
import { candlesCorrected, closeSettled, feedState } from '../market/topics.ts'
import { toDecimal } from '../market/units.ts'
import { isExpired, type PriceAlert } from './alert.ts'
import type { Trigger } from './crossing.ts'
import { findWaiting, fireAgain, fireAlert, listWaiting } from './queries.ts'
import { createReferences, type References } from './references.ts'
import { alertCreated, alertFired, alertGone } from './topics.ts'
import { createTriggerFinder } from './trigger-finder.ts'
import { createWaitingAlerts, type DueAlert, startOf, type WaitingAlert, type WaitingAlerts } from './waiting-alerts.ts'

export interface AlertWatcher {
  /** Loads alerts that other processes have created. */
  reload(): Promise<void>
  /** Resolves when no write of a fired alert is pending. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface AlertWatcherOptions {
  db: Db
  market: Pick<Market, 'onTick' | 'state' | 'candles' | 'closes' | 'current' | 'instrument'>
  events: Events
  log: Pick<Logger, 'error'>
  now?: (() => number) | undefined
}

/** Maximum clock skew between processes, ms. Alert ids start with their creation time: new ids may be this old. */
const clockSkewMs = 60_000

/** Age of expired alerts that are no longer watched, ms: until then, late candles may still fire them */
const expiredForMs = 3_600_000

/** Fires each alert once, on ticks, or from stored candles after a start, reconnect or correction of candles. */
export function watchAlerts({ db, market, events, log, now = Date.now }: AlertWatcherOptions): AlertWatcher {
  const references = createReferences(market)
  const waiting = createWaitingAlerts(market.instrument, references)
  const background = createBackground(log)
  const { fireNow, catchUp } = createFiring({ db, market, events, now, waiting, references, background })
  const add = (alert: PriceAlert) => {
    const added = waiting.add(alert)
    if (added?.rule.kind === 'change' && !references.knows(alert.asset)) {
      void background.run('Alerts: reading prices', () => references.load([alert.asset]))
    }
    const tick = market.current(alert.asset, 1)
    if (!added || !tick || isStale(market.state(), alert.asset)) return
    const due = waiting.checkNow(added, tick)
    if (due) fireNow(due)
  }
  let newest = ''
  const reload = async () => {
    for (const { alert } of waiting.all()) if (isExpired(alert, now() - expiredForMs)) waiting.remove(alert)
    for (const alert of await listWaiting(db, newest)) if (!waiting.has(alert)) add(alert)
    newest = idsFrom(now() - clockSkewMs)
  }

  let before = market.state()
  const stops = [
    market.onTick((tick) => {
      if (tick.tf !== 1) return
      // Minutes of a stale asset come late from the history: they are checked once its prices are live again.
      const isLate = isStale(market.state(), tick.asset)
      for (const due of waiting.reachedBy(tick, { at: now(), isLate })) fireNow(due)
    }),
    events.on(alertCreated, add),
    events.on(alertGone, waiting.remove),
    events.on(feedState, () => {
      const [former, state] = [before, market.state()]
      before = state
      const recovered = waiting
        .all()
        .filter(({ instrument: { asset } }) => isReady(state, asset) && !isReady(former, asset))
      if (recovered.length > 0) void background.run('Alerts: checking missed candles', () => catchUp(recovered))
    }),
    events.on(closeSettled, ({ asset, tf, openTime }) => {
      if (!isReady(market.state(), asset)) return
      const deciding = waiting
        .all()
        .filter(({ alert, rule }) => alert.asset === asset && rule.kind === 'indicator' && rule.tf === tf)
      if (deciding.length === 0) return
      void background.run('Alerts: reading indicators', async () => {
        await catchUp(deciding)
        // Closes are decided once, so later closes are read from here.
        for (const each of deciding) each.since = Math.max(each.since, closeTimeOf(openTime, tf))
      })
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
  references: Pick<References, 'load'>
  background: Background
}

/** Fires due alerts. Each firing is stored once, whether a tick or a stored candle triggers it first. */
function createFiring({ db, market, events, now, waiting, references, background }: FiringOptions) {
  const store = async ({ alert, instrument }: WaitingAlert, { at, price }: Trigger) => {
    const firedPrice = toDecimal(price, instrument.priceDigits)
    if (alert.pauseMs === null) return { fired: await fireAlert(db, alert.id, at, firedPrice), next: undefined }
    const resumesAt = now() + alert.pauseMs
    const fired = await fireAgain(db, alert, { at, price: firedPrice, resumesAt, now: now() })
    // If another process has fired it, the stored row has the end of the pause.
    return { fired, next: fired ? { ...alert, resumesAt } : await findWaiting(db, alert.id) }
  }
  const fire = async (due: WaitingAlert, trigger: Trigger) => {
    // The alert is removed before it is stored as fired: the next tick comes before the database has answered.
    waiting.remove(due.alert)
    try {
      const { fired, next } = await store(due, trigger)
      if (next) waiting.add(next)
      if (fired) events.emit(alertFired, fired)
    } catch (error) {
      waiting.add(due.alert, { ...startOf(due.alert), wasTrue: false })
      throw error
    }
  }
  const fireNow = ({ waiting: due, price }: DueAlert) =>
    void background.run('Alerts: storing that one has fired', () => fire(due, { at: now(), price }))
  const catchUp = async (alerts: readonly WaitingAlert[]) => {
    await references.load(alerts.flatMap(({ alert, rule }) => (rule.kind === 'change' ? alert.asset : [])))
    const findTrigger = createTriggerFinder(market, now())
    for (const due of alerts) {
      const { alert, rule, instrument, since } = due
      // After an interruption, an alert that fires each time fires once, for the first time that it missed.
      const pending = { asset: alert.asset, rule, instrument, since, ...startOf(alert) }
      const trigger = await findTrigger(pending)
      const isInTime = trigger && (alert.expiresAt === null || trigger.at <= alert.expiresAt)
      if (isInTime && waiting.isCurrent(due)) await fire(due, trigger)
    }
  }
  return { fireNow, catchUp }
}
