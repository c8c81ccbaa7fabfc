import type { Events } from '../events/events.ts'
import type { Market } from '../market/market.ts'
import { marketTrades } from '../market/trade.ts'
import { toDecimal } from '../market/units.ts'
import { type TapeLine, type Traded, tapeLength, tapeLine } from './tape-line.ts'

export interface RecentTicks {
  /** Recent trades of an asset, newest first; recent ticks if its source sends no trades */
  of(asset: string): TapeLine[]
  close(): void
}

/** Stores recent trades and ticks of each asset, of the market's present source only. */
export function keepRecentTicks(
  market: Pick<Market, 'onTick' | 'instrument' | 'instruments'>,
  events: Pick<Events, 'on'>,
): RecentTicks {
  const lines = new Map<string, TapeLine[]>()
  const trades = new Map<string, TapeLine[]>()
  const last = new Map<string, Traded>()
  let { instruments } = market
  const forgetOthers = () => {
    if (market.instruments === instruments) return
    instruments = market.instruments
    for (const map of [lines, trades]) map.clear()
    last.clear()
  }
  const add = (to: Map<string, TapeLine[]>, asset: string, line: TapeLine) =>
    to.set(asset, [line, ...(to.get(asset) ?? [])].slice(0, tapeLength))
  const stopTrades = events.on(marketTrades, (news) => {
    forgetOthers()
    for (const { asset, time, price, quantity, side } of news.trades) {
      const instrument = market.instrument(asset)
      if (!instrument) continue
      const { priceDigits, volumeDigits } = instrument
      const amounts = { price: toDecimal(price, priceDigits), volume: toDecimal(quantity, volumeDigits) }
      add(trades, asset, { time, ...amounts, side })
    }
  })
  const stopTicks = market.onTick((tick) => {
    const { asset, tf, openTime, time } = tick
    if (tf !== 1) return
    forgetOthers()
    const instrument = market.instrument(asset)
    if (!instrument) return
    const { priceDigits, volumeDigits } = instrument
    const close = toDecimal(tick.close, priceDigits)
    const shown = { openTime, time, close, volume: toDecimal(tick.volume, volumeDigits) }
    const line = tapeLine(shown, last.get(asset), volumeDigits)
    last.set(asset, shown)
    if (line) add(lines, asset, line)
  })
  const of = (asset: string) => {
    forgetOthers()
    return trades.get(asset) ?? lines.get(asset) ?? []
  }
  return {
    of,
    close: () => {
      stopTicks()
      stopTrades()
    },
  }
}
