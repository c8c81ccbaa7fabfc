import type { Candle } from '../market/candle.ts'
import type { Instrument } from '../market/instrument.ts'
import type { Market } from '../market/market.ts'
import { hourMs, minuteMs, openTimeOf } from '../market/timeframe.ts'
import { type Decimal, nearestUnits, type Units, wholeUnits } from '../market/units.ts'
import { paths } from '../paths.ts'

/** An alert of a user. Prices are in the quote currency, times in ms UTC. */
export interface PriceAlert {
  id: string
  userId: string
  asset: string
  kind: 'level' | 'percent'
  /** Price that fires the alert, or a signed percentage of `basePrice` */
  value: Decimal
  basePrice: Decimal
  note: string
  createdAt: number
  firedAt: number | null
  firedPrice: Decimal | null
  seenAt: number | null
}

/**
 * Returns the path that a fired alert leads to: the chart of its asset at that moment, or the list of alerts if the
 * asset is no longer traded and has no chart.
 */
export function firedAlertPath(
  { asset, firedAt }: Pick<PriceAlert, 'asset' | 'firedAt'>,
  instrument: Instrument | undefined,
): string {
  if (!instrument) return paths.alerts
  const at = firedAt === null ? '' : `&at=${firedAt}`
  return `${paths.charts}?asset=${encodeURIComponent(asset)}${at}`
}

export type AlertRule = Pick<PriceAlert, 'kind' | 'value' | 'basePrice'>

/** Target price of an alert rule, rounded to the instrument's step */
export interface Aim {
  target: Units
  /** Whether prices reach the target from below */
  isAbove: boolean
}

export interface PriceRange {
  low: Units
  high: Units
}

/**
 * Returns the step nearest to the target price, at least one step away from the base price and not below one step. If
 * the base price itself is one step and the target is lower, the target is 0, which is never reached.
 */
export function aimOf({ kind, value, basePrice }: AlertRule, { priceDigits }: Pick<Instrument, 'priceDigits'>): Aim {
  const base = nearestUnits(basePrice, priceDigits)
  const isAbove = kind === 'level' ? value > basePrice : value > 0
  const exact = kind === 'level' ? nearestUnits(value, priceDigits) : percentOf(base, value)
  const falling = Math.max(Math.min(exact, base - 1), Math.min(1, base - 1))
  return { target: wholeUnits(isAbove ? Math.max(exact, base + 1) : falling), isAbove }
}

const percentDigits = 12

/** Returns 100 + `percent` percent of `base`, computed in integers: 10 % above 100 is exactly 110. */
function percentOf(base: Units, percent: Decimal): Units {
  const scale = 10n ** BigInt(percentDigits)
  const whole = 100n * scale
  const [integers = '', decimals = ''] = percent.toFixed(percentDigits).replace('-', '').split('.')
  const parts = BigInt(integers + decimals) * (percent < 0 ? -1n : 1n)
  return wholeUnits(Number((BigInt(base) * (whole + parts) + whole / 2n) / whole))
}

/** Whether a range of prices includes the target or lies beyond it, seen from the base price */
export function isReached({ target, isAbove }: Aim, { low, high }: PriceRange): boolean {
  return isAbove ? high >= target : low <= target
}

/** Returns the newest price if it is beyond the target, otherwise the target itself, which prices touched meanwhile. */
export function firedPriceOf(aim: Aim, newest: Units): Units {
  return isReached(aim, { low: newest, high: newest }) ? newest : aim.target
}

const pageSize = 1000

export interface Trigger {
  /** Time at which the alert was due, ms UTC, to the minute */
  at: number
  price: Units
}

export interface PendingAlert {
  alert: Pick<PriceAlert, 'asset' | 'createdAt'>
  aim: Aim
}

/** Finds the first candle that triggered an alert. Reads minutes only in hours whose prices reach the target. */
export function createTriggerFinder(market: Pick<Market, 'candles'>, now: number) {
  /** Hourly candles by asset, cached from the oldest time requested so far */
  const kept = new Map<string, { from: number; hours: Promise<Candle[]> }>()

  const hoursSince = async (asset: string, from: number) => {
    let known = kept.get(asset)
    if (!known || known.from > from) {
      known = { from, hours: readHours(market, asset, from, now) }
      kept.set(asset, known)
    }
    return (await known.hours).filter(({ openTime }) => openTime >= from)
  }

  return async (waiting: PendingAlert): Promise<Trigger | undefined> => {
    const { alert, aim } = waiting
    const since = await hoursSince(alert.asset, openTimeOf(alert.createdAt, 60))
    for (const hour of since) {
      if (!isReached(aim, hour)) continue
      const found = firstMinute(waiting, await minutesOf(market, waiting, hour))
      if (found) return { ...found, at: Math.min(found.at, now) }
      // The minutes of an hour may not be stored any longer; a whole hour after the creation is precise enough.
      if (hour.openTime > alert.createdAt) {
        return { at: Math.min(hour.openTime + hourMs, now), price: firedPriceOf(aim, hour.close) }
      }
    }
    return undefined
  }
}

async function readHours(market: Pick<Market, 'candles'>, asset: string, from: number, to: number): Promise<Candle[]> {
  const all: Candle[] = []
  let next = from
  while (next < to) {
    const page = await market.candles({ asset, tf: 60, from: next, to, limit: pageSize })
    all.push(...page)
    const last = page.at(-1)
    if (!last || page.length < pageSize) break
    next = last.openTime + 1
  }
  return all
}

function minutesOf(market: Pick<Market, 'candles'>, { alert }: PendingAlert, hour: Candle): Promise<Candle[]> {
  const from = Math.max(hour.openTime, openTimeOf(alert.createdAt, 1))
  return market.candles({ asset: alert.asset, tf: 1, from, to: hour.openTime + hourMs, limit: 60 })
}

/** Finds the triggering minute. In the minute of the alert's creation, only the close is known to come after it. */
function firstMinute({ alert, aim }: PendingAlert, minutes: Candle[]): Trigger | undefined {
  const found = minutes.find(({ openTime, low, high, close }) =>
    isReached(aim, openTime > alert.createdAt ? { low, high } : { low: close, high: close }),
  )
  return found && { at: found.openTime + minuteMs, price: firedPriceOf(aim, found.close) }
}
