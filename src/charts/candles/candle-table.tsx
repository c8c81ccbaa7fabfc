import type { Locale } from '../../i18n/locales.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { pairOf } from '../../market/instrument.ts'
import { formatChange, formatPrice } from '../../market/price-format.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import type { ChartAsset } from '../chart-props.ts'
import { type ChartWords, fill } from '../words.ts'

export interface CandleTableProps {
  asset: ChartAsset
  tf: Timeframe
  candles: readonly DecimalCandle[]
  locale: Locale
  words: ChartWords
}

const shown = 20

const reachable = 0

export function CandleTable({ asset, tf, candles, locale, words }: CandleTableProps) {
  const { moment } = axisFormats(locale, tf)
  const price = (value: number) => formatPrice(locale, value, asset.priceDigits)
  const first = Math.max(0, candles.length - shown)
  const rows = candles.slice(first).map((candle, index) => ({
    candle,
    change: candle.close / (candles[first + index - 1]?.close ?? candle.open) - 1,
  }))
  return (
    <details className="chart-table fold">
      <summary>{words.table}</summary>
      <section className="chart-table-scroll" tabIndex={reachable} aria-label={words.table}>
        <table>
          <caption className="visually-hidden">
            {fill(words.tableCaption, { pair: pairOf(asset), tf: words[`tf${tf}`] })}
          </caption>
          <thead>
            <tr>
              {[
                words.time,
                words.openLong,
                words.highLong,
                words.lowLong,
                words.closeLong,
                words.change,
                words.volume,
              ].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.reverse().map(({ candle, change }) => (
              <tr key={candle.openTime}>
                <th scope="row">
                  <time dateTime={new Date(candle.openTime).toISOString()}>{moment(candle.openTime)}</time>
                </th>
                <td>{price(candle.open)}</td>
                <td>{price(candle.high)}</td>
                <td>{price(candle.low)}</td>
                <td>{price(candle.close)}</td>
                <td className={change < 0 ? 'is-fall' : change > 0 ? 'is-rise' : undefined}>
                  {formatChange(locale, change * 100)}
                </td>
                <td>{formatPrice(locale, candle.volume, asset.volumeDigits)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
