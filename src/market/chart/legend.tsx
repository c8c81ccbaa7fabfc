import type { Locale } from '../../i18n/locales.ts'
import type { Candle } from '../candle.ts'
import { formatChange, formatPrice } from '../price-format.ts'
import type { Timeframe } from '../timeframe.ts'
import { axisFormats } from './axis-time.ts'
import { type ChartAsset, pairOf } from './chart-props.ts'
import type { PointedCandle } from './chart-view.ts'
import { Glyph } from './glyph.tsx'
import { type IndicatorChoice, indicatorKinds, indicatorText } from './indicators/catalog.ts'
import { type ChartWords, fill } from './words.ts'

export interface LegendProps {
  asset: ChartAsset
  tf: Timeframe
  locale: Locale
  words: ChartWords
  indicators: readonly IndicatorChoice[]
  /** What the chart points at; before there is a chart, the newest candle of the page */
  pointed: PointedCandle | undefined
  isPointed: boolean
  /** Where an indicator is taken away: a link without scripts */
  removal(choice: IndicatorChoice): string
  onRemove?: ((choice: IndicatorChoice) => void) | undefined
}

/** The candle that is pointed at in words and numbers, above the chart; in data attributes for whoever reads by program. */
export function Legend({ asset, tf, locale, words, indicators, pointed, isPointed, removal, onRemove }: LegendProps) {
  const candle = pointed?.candle
  const price = (value: number) => formatPrice(locale, value, asset.priceDigits)
  return (
    <div
      className="chart-legend"
      data-testid="legend"
      data-open-time={candle?.openTime}
      data-close={candle?.close}
      data-pointed={isPointed}
    >
      <p className="chart-legend-candle">
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
              <abbr title={words.volume}>{words.volume}</abbr> {formatPrice(locale, candle.volume, asset.volumeDigits)}
            </span>
          </>
        )}
      </p>
      {indicators.length > 0 && (
        <ul className="chart-legend-indicators">
          {indicators.map((choice) => {
            const name = nameOf(choice, words)
            const shown = pointed?.indicators.find((each) => indicatorText(each.choice) === indicatorText(choice))
            const digits = indicatorKinds[choice.id].digits ?? asset.priceDigits
            const order = indicators.slice(0, indicators.indexOf(choice)).filter(({ id }) => id === choice.id).length
            return (
              <li key={indicatorText(choice)} data-indicator={indicatorText(choice)}>
                <span className={`chart-legend-ink chart-ink-${choice.id} ${order > 0 ? 'is-second' : ''}`} />
                {name}
                {Object.entries(shown?.values ?? []).map(([line, value]) => (
                  <span key={line} className="chart-legend-number">
                    {value === undefined ? '—' : formatPrice(locale, value, digits)}
                  </span>
                ))}
                <a
                  className="chart-legend-remove"
                  href={removal(choice)}
                  aria-label={fill(words.removeIndicator, { name })}
                  onClick={(event) => {
                    if (!onRemove || isForOtherTab(event)) return
                    event.preventDefault()
                    onRemove(choice)
                  }}
                >
                  <Glyph name="close" />
                </a>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

function Values({ candle, price, words }: { candle: Candle; price: (value: number) => string; words: ChartWords }) {
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
  candle: Candle
  previous: Candle | undefined
  price: (value: number) => string
  locale: Locale
  words: ChartWords
}

/** From the close before to this close, as exchanges count; the first candle counts from its own opening. */
function Change({ candle, previous, price, locale, words }: ChangeProps) {
  const from = previous?.close ?? candle.open
  const change = candle.close - from
  const direction = change > 0 ? 'is-rise' : change < 0 ? 'is-fall' : ''
  const sign = change > 0 ? '+' : change < 0 ? '-' : ''
  return (
    <span className={`chart-legend-change ${direction}`} title={words.change}>
      {sign}
      {price(Math.abs(change))} ({formatChange(locale, from === 0 ? 0 : (change / from) * 100)})
    </span>
  )
}

/** `BB 20 2` */
export function nameOf({ id, params }: IndicatorChoice, words: ChartWords): string {
  return [words[id], ...params].join(' ')
}

/** A click that opens a link elsewhere is the browser's. */
export function isForOtherTab({ ctrlKey, metaKey, shiftKey, button }: ClickKeys): boolean {
  return ctrlKey || metaKey || shiftKey || button > 0
}

interface ClickKeys {
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
  button: number
}
