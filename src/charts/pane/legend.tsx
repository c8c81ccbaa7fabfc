import { useState } from 'react'
import type { Locale } from '../../i18n/locales.ts'
import { formatCompact } from '../../i18n/numbers.ts'
import { indicatorFormat } from '../../indicators/digits.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { pairOf } from '../../market/instrument.ts'
import { formatChange, formatPrice } from '../../market/price-format.ts'
import type { CandleLength } from '../../market/timeframe.ts'
import { axisFormats } from '../canvas/axis-time.ts'
import { orderAmong, panesOf } from '../canvas/chart-look.ts'
import type { PointedCandle } from '../canvas/chart-view.ts'
import { type ChartIndicator, isSameIndicator } from '../chart-indicator.ts'
import type { ChartAsset } from '../chart-props.ts'
import { useIndicatorActs } from '../controls/indicator-acts.ts'
import type { Navigation } from '../controls/state-link.tsx'
import type { ChartWords } from '../words.ts'
import { IndicatorRow } from './indicator-row.tsx'

export interface LegendProps {
  asset: ChartAsset
  tf: CandleLength
  locale: Locale
  words: ChartWords
  indicators: readonly ChartIndicator[]
  pointed: PointedCandle | undefined
  /** Candles of the page, for the first numbers of the indicators */
  candles: readonly DecimalCandle[]
  isPointed: boolean
  /** How the indicators are changed; without it, they have no controls */
  to: Navigation | undefined
}

export function Legend(props: LegendProps) {
  const { asset, tf, locale, words, indicators, pointed, candles, isPointed, to } = props
  const acts = useIndicatorActs(to, words)
  // Wide windows show the whole legend anyway.
  const [isFolded, setFolded] = useState(true)
  const candle = pointed?.candle
  const panes = panesOf(indicators)
  const price = (value: number) => formatPrice(locale, value, asset.priceDigits)
  return (
    <div
      className="chart-legend"
      data-testid="legend"
      data-open-time={candle?.openTime}
      data-close={candle?.close}
      data-pointed={isPointed}
    >
      <p className="chart-legend-candle" data-folded={isFolded}>
        {/* Only narrow windows show this button. */}
        <button
          type="button"
          className="chart-legend-toggle"
          aria-expanded={!isFolded}
          aria-label={words.legend}
          onClick={() => setFolded(!isFolded)}
        />
        <b className="chart-legend-pair">{pairOf(asset)}</b>
        <span className="chart-legend-tf">{words[`tf${tf}`]}</span>
        {candle && (
          <>
            <time className="chart-legend-time" dateTime={new Date(candle.openTime).toISOString()}>
              {axisFormats(locale, tf).moment(candle.openTime)}
            </time>
            <Values candle={candle} price={price} words={words} />
            <Change candle={candle} previous={pointed?.previous} price={price} locale={locale} words={words} />
            <span className="chart-legend-volume">
              <abbr title={words.volume}>{words.volume}</abbr> {formatCompact(locale, candle.volume)}
            </span>
          </>
        )}
      </p>
      {indicators.length > 0 && (
        <details className="chart-legend-fold" open>
          <summary>{words.indicators}</summary>
          <ul className="chart-legend-indicators" data-panes={Math.max(...panes)}>
            {indicators.map((choice, index) => (
              <IndicatorRow
                pane={panes[index] ?? 0}
                row={panes.slice(0, index).filter((pane) => pane === panes[index]).length}
                // Settings stay open while a length is changed.
                key={`${choice.id} ${indicators.slice(0, index).filter(({ id }) => id === choice.id).length}`}
                choice={choice}
                isSecond={orderAmong(indicators, index) > 0}
                values={pointed?.indicators.find((each) => isSameIndicator(each.choice, choice))?.values}
                candles={candles}
                format={indicatorFormat(choice, locale, asset.priceDigits)}
                words={words}
                to={to}
                acts={acts}
              />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Values({
  candle,
  price,
  words,
}: {
  candle: DecimalCandle
  price: (value: number) => string
  words: ChartWords
}) {
  const values = [
    [words.open, words.openLong, candle.open],
    [words.high, words.highLong, candle.high],
    [words.low, words.lowLong, candle.low],
    [words.close, words.closeLong, candle.close],
  ] as const
  return values.map(([short, long, value]) => (
    <span key={long} className="chart-legend-value">
      <abbr title={long}>{short}</abbr> {price(value)}
    </span>
  ))
}

interface ChangeProps {
  candle: DecimalCandle
  previous: DecimalCandle | undefined
  price: (value: number) => string
  locale: Locale
  words: ChartWords
}

/**
 * Shows the price change of a candle since the previous close, as exchanges define it; for the first candle, since its
 * open.
 */
function Change({ candle, previous, price, locale, words }: ChangeProps) {
  const from = previous?.close ?? candle.open
  const change = candle.close - from
  const direction = change > 0 ? 'is-rise' : change < 0 ? 'is-fall' : ''
  const sign = change > 0 ? '+' : change < 0 ? '−' : ''
  return (
    <span className={`chart-legend-change ${direction}`} title={words.change}>
      {sign}
      {price(Math.abs(change))} ({formatChange(locale, from === 0 ? 0 : (change / from) * 100)})
    </span>
  )
}
