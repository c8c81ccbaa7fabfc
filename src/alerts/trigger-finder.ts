import type { Candle } from '../market/candle.ts'
import type { Market } from '../market/market.ts'
import { hourMs, minuteMs, openTimeOf } from '../market/timeframe.ts'
import type { Units } from '../market/units.ts'
import { type Aim, firedPriceOf, isReached, type PriceAlert } from './alert.ts'

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
