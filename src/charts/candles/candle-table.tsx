import type { Locale } from '../../i18n/locales.ts'
import { indicatorText } from '../../indicators/catalog.ts'
import { indicatorFormat } from '../../indicators/digits.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { pairOf } from '../../market/instrument.ts'
import { formatChange, formatPrice } from '../../market/price-format.ts'
import type { CandleLength } from '../../market/timeframe.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import type { ShownIndicator } from '../canvas/chart-series.ts'
import { type ChartIndicator, isSameIndicator } from '../chart-indicator.ts'
import type { ChartAsset } from '../chart-props.ts'
import { FirstNumbers } from '../pane/first-numbers.server.tsx'
import { IndicatorNumbers } from '../pane/indicator-numbers.tsx'
import { type ChartWords, fill, indicatorName } from '../words.ts'
import { holesOf, spanText } from './holes.ts'

export interface CandleTableProps {
  asset: ChartAsset
  tf: CandleLength
  candles: readonly DecimalCandle[]
  indicators: readonly ChartIndicator[]
  /** Values of the indicators at a candle; undefined until the chart has computed them */
  valuesAt(index: number): readonly ShownIndicator[] | undefined
  locale: Locale
  words: ChartWords
}

const shown = 20
/** Number of holes that are listed, the newest of the loaded candles */
const maxHoles = 50

const reachable = 0

export function CandleTable(props: CandleTableProps) {
  const { asset, tf, candles, indicators, valuesAt, locale, words } = props
  const { moment } = axisFormats(locale, tf)
  const price = (value: number) => formatPrice(locale, value, asset.priceDigits)
  const formatOf = (choice: ChartIndicator) => indicatorFormat(choice, locale, asset.priceDigits)
  const all = holesOf(candles, tf)
  const holes = all.slice(-maxHoles).reverse()
  const first = Math.max(0, candles.length - shown)
  const rows = candles.slice(first).map((candle, index) => ({
    candle,
    at: first + index,
    change: candle.close / (candles[first + index - 1]?.close ?? candle.open) - 1,
  }))
  return (
    <details className="chart-table fold">
      <summary>{words.table}</summary>
      <section className="chart-table-scroll" tabIndex={reachable} aria-label={words.table}>
        {holes.length > 0 && (
          <p>
            {words.holes}: {holes.map((hole) => spanText(hole, moment)).join('; ')}
            {holes.length < all.length && ', …'}
          </p>
        )}
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
                ...indicators.map((choice) => indicatorName(choice, words)),
              ].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.reverse().map(({ candle, at, change }) => (
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
                {indicators.map((choice) => (
                  <td key={indicatorText(choice)}>
                    <IndicatorCell {...{ choice, at, candles, valuesAt }} format={formatOf(choice)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

interface IndicatorCellProps extends Pick<CandleTableProps, 'candles' | 'valuesAt'> {
  choice: ChartIndicator
  at: number
  format(value: number): string
}

function IndicatorCell({ choice, at, candles, valuesAt, format }: IndicatorCellProps) {
  const values = valuesAt(at)?.find((each) => isSameIndicator(each.choice, choice))?.values
  if (!values) return <FirstNumbers choice={choice} candles={candles} at={at} format={format} />
  return <IndicatorNumbers id={choice.id} values={values} format={format} />
}
