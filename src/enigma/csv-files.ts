import { shownStateOf } from '../market/asset-state.ts'
import { type CandleColumns, columnNames } from '../market/columns.ts'
import type { Instrument } from '../market/instrument.ts'
import type { Market } from '../market/market.ts'
import type { Timeframe } from '../market/timeframe.ts'
import { byteOrderMark, csvLine } from '../ui/list/csv.ts'
import { arrangeLines, findAssets, measureOf } from './asset-line.ts'
import type { AssetListProps } from './asset-list.tsx'

const changes = ['change', 'week', 'month'] as const
const others = ['volatility', 'deviation', 'rsi', 'sma'] as const

const assetColumns = [
  ...['asset', 'name', 'state', 'time', 'price', 'change_24h_percent', 'change_7d_percent', 'change_30d_percent'],
  ...['low_24h', 'high_24h', 'volume_24h', 'turnover_24h', 'volatility_percent_year', 'deviation_30d_percent'],
  ...['rsi_14', 'from_sma_50_percent'],
]

/**
 * Writes the assets that a list shows, in its order, with all their figures unrounded. A missing figure is an empty
 * cell; `time` is that of the price, in UTC.
 */
export function assetsCsv({ list, lines, priceless, state }: AssetListProps, market: Pick<Market, 'current'>): string {
  const about = (asset: string, name: string) => {
    const time = market.current(asset, 1)?.time
    return [asset, name, shownStateOf(state, asset), time === undefined ? null : new Date(time).toISOString()]
  }
  const priced = arrangeLines(lines, list).map((line) => {
    const figure = (name: Parameters<typeof measureOf>[1]) => measureOf(line, name) ?? null
    const { asset, instrument, last, low24h, high24h, volume24h } = line
    const day = [low24h, high24h, volume24h, figure('volume')]
    return csvLine([...about(asset, instrument.name), last, ...changes.map(figure), ...day, ...others.map(figure)])
  })
  const unpriced = findAssets(priceless, list).map(({ asset, instrument }) =>
    csvLine([...about(asset, instrument.name), ...new Array(assetColumns.length - 4).fill(null)]),
  )
  return byteOrderMark + [csvLine(assetColumns), ...priced, ...unpriced].join('')
}

/** Candles of a page; each takes about a millisecond of the thread for 250 */
const pageSize = 1000

/** Streams all candles of an asset as CSV, oldest first, the current one last: exact decimals, times in UTC. */
export function candlesCsv(
  market: Pick<Market, 'columns'>,
  { asset, priceDigits, volumeDigits }: Instrument,
  tf: Timeframe,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const decimal = (units: number | undefined, digits: number) => ((units ?? 0) / 10 ** digits).toFixed(digits)
  const lineOf = (columns: CandleColumns, at: number) =>
    // Times and decimals need no quotes.
    `${[
      new Date(columns.openTime[at] ?? 0).toISOString(),
      decimal(columns.open[at], priceDigits),
      decimal(columns.high[at], priceDigits),
      decimal(columns.low[at], priceDigits),
      decimal(columns.close[at], priceDigits),
      decimal(columns.volume[at], volumeDigits),
    ].join(',')}\r\n`
  let from = 0
  return new ReadableStream({
    start: (controller) =>
      controller.enqueue(encoder.encode(byteOrderMark + csvLine(['open_time', ...columnNames.slice(1)]))),
    pull: async (controller) => {
      const page = await market.columns({ asset, tf, from, limit: pageSize })
      const { length } = page.openTime
      const lines = Array.from({ length }, (_, at) => lineOf(page, at))
      if (length > 0) controller.enqueue(encoder.encode(lines.join('')))
      // Other requests are answered between two pages.
      await new Promise((resolve) => setImmediate(resolve))
      from = (page.openTime.at(-1) ?? 0) + 1
      if (length < pageSize) controller.close()
    },
  })
}
