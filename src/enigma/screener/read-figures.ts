import type { Events } from '../../events/events.ts'
import type { AssetSummary, Market } from '../../market/market.ts'
import type { PriceQuery } from '../../market/span.ts'
import { dayMs, openTimeOf } from '../../market/timeframe.ts'
import { candlesCorrected } from '../../market/topics.ts'
import { toDecimal } from '../../market/units.ts'
import { type ClosedDays, daysRead, type Figures, figuresOf, type PricesAgo, summarizeDays } from './figures.ts'
import { memory } from './memory.ts'

/** Figures of an asset, with the sizes of the samples that they come from */
export interface SampledFigures extends Figures {
  /** Number of daily candles, including today's */
  days: number
  /** Number of returns between neighboring days among the last 30 closed days */
  returns: number
}

export interface FiguresReader {
  /** Returns the figures of assets at their last prices. Days are read once, prices of 7 and 30 days ago each minute. */
  of(summaries: readonly AssetSummary[]): Promise<ReadonlyMap<string, SampledFigures>>
}

type FiguresMarket = Pick<Market, 'candles' | 'pricesAt' | 'current' | 'instrument' | 'instruments'>

export interface FiguresOptions {
  market: FiguresMarket
  events: Pick<Events, 'on'>
  now(): number
}

/** Maximum share of a period that may be missing at its start */
const nearEnough = 0.02

/** A history of exactly the period has no minute before it, so its first minute may serve as the start. */
export function priceAgo(asset: string, now: number, length: number): PriceQuery {
  return { asset, at: now - length, until: now - length * (1 - nearEnough) }
}

export function createFiguresReader({ market, events, now }: FiguresOptions): FiguresReader {
  const daysOf = createDays({ market, events, now })
  const agoOf = memory<ReadonlyMap<string, PricesAgo>>(market, now)
  return {
    of: async (summaries) => {
      const ago = await agoOf('ago', () => readPricesAgo(market, now))
      const figures = new Map<string, SampledFigures>()
      for (const { asset, last } of summaries) {
        const days = await daysOf(asset)
        const own = ago.get(asset) ?? { week: undefined, month: undefined }
        figures.set(asset, { ...figuresOf(days, own, last), days: days.days + 1, returns: days.returns })
      }
      return figures
    },
  }
}

/** Reads the prices of 7 and 30 days ago, of all assets at once. */
async function readPricesAgo(market: FiguresMarket, now: () => number): Promise<ReadonlyMap<string, PricesAgo>> {
  const { instruments } = market
  const timeOf = (asset: string) => market.current(asset, 1)?.time ?? now()
  const prices = await market.pricesAt(
    instruments.flatMap(({ asset }) => [7, 30].map((days) => priceAgo(asset, timeOf(asset), days * dayMs))),
  )
  return new Map(
    instruments.map(({ asset, priceDigits }, place) => {
      const priceOf = (at: number) => {
        const units = prices[at]
        return units === undefined ? undefined : toDecimal(units, priceDigits)
      }
      return [asset, { week: priceOf(2 * place), month: priceOf(2 * place + 1) }]
    }),
  )
}

interface KnownDays {
  of: Market['instruments']
  today: number
  days: Promise<ClosedDays>
}

/** Keeps the closed days of each asset until a day closes, candles are corrected or the source changes. */
function createDays({ market, events, now }: FiguresOptions) {
  const kept = new Map<string, KnownDays>()
  // The subscription lives as long as the events of the process, as this reader does.
  events.on(candlesCorrected, ({ asset }) => void kept.delete(asset))
  const read = async (asset: string, today: number): Promise<ClosedDays> => {
    const digits = market.instrument(asset)?.priceDigits ?? 0
    const candles = await market.candles({ asset, tf: 1440, to: today, limit: daysRead })
    return summarizeDays(
      candles.map(({ openTime }) => openTime),
      candles.map(({ close }) => toDecimal(close, digits)),
      today,
    )
  }
  return (asset: string): Promise<ClosedDays> => {
    const today = market.current(asset, 1440)?.openTime ?? openTimeOf(now(), 1440)
    const known = kept.get(asset)
    if (known && known.of === market.instruments && known.today === today) return known.days
    const days = read(asset, today)
    kept.set(asset, { of: market.instruments, today, days })
    days.catch(() => kept.delete(asset))
    return days
  }
}
