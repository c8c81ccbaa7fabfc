import { useLocale } from '../../i18n/context.tsx'
import { withMinus } from '../../i18n/format.ts'
import { languageTags, localised } from '../../i18n/locales.ts'
import type { HeroAsset, HeroCandle, HeroMarket } from './hero-market.ts'

interface CandleChartProps {
  candles: HeroCandle[]
  top: number
  bottom: number
  lines: number[]
}

const height = 300
const slot = 10

function CandleChart({ candles, top, bottom, lines }: CandleChartProps) {
  const width = candles.length * slot
  const y = (price: number) => round(((top - price) / (top - bottom)) * height)
  const loudest = Math.max(...candles.map(({ volume }) => volume))
  const last = candles.at(-1)
  const x = (index: number) => index * slot + slot / 2
  const bars = (isRising: boolean, draw: (candle: HeroCandle, index: number) => string) =>
    candles.map((candle, index) => (candle.close >= candle.open === isRising ? draw(candle, index) : '')).join('')
  const wick = ({ high, low }: HeroCandle, index: number) => `M${x(index)} ${y(high)}V${y(low)}`
  const body = ({ open, close }: HeroCandle, index: number) =>
    box(x(index), y(Math.max(open, close)), y(Math.min(open, close)))
  const volume = (candle: HeroCandle, index: number) => box(x(index), height - (candle.volume / loudest) * 52, height)

  return (
    <svg className="candle-chart" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path className="candle-grid" d={lines.map((price) => `M0 ${y(price)}H${width}`).join('')} />
      <path className="candle-grid" d={[1, 2, 3, 4, 5].map((line) => `M${(line * width) / 6} 0V${height}`).join('')} />
      <path className="candle-volume-up" d={bars(true, volume)} />
      <path className="candle-volume-down" d={bars(false, volume)} />
      <path className="candle-average" d={averageLine(candles, 9, x, y)} />
      <path className="candle-wick-up" d={bars(true, wick)} />
      <path className="candle-wick-down" d={bars(false, wick)} />
      <path className="candle-up" d={bars(true, body)} />
      <path className="candle-down" d={bars(false, body)} />
      {last && (
        <path
          className={last.close < last.open ? 'candle-last is-falling' : 'candle-last'}
          d={`M0 ${y(last.close)}H${width}`}
        />
      )}
    </svg>
  )
}

function box(middle: number, from: number, to: number): string {
  return `M${middle - 3} ${round(from)}h6V${round(Math.max(to, from + 1))}h-6z`
}

function averageLine(candles: HeroCandle[], span: number, x: (index: number) => number, y: (price: number) => number) {
  return candles
    .map((_, index) => {
      const recent = candles.slice(Math.max(0, index - span + 1), index + 1)
      const mean = recent.reduce((sum, { close }) => sum + close, 0) / recent.length
      return `${index === 0 ? 'M' : 'L'}${x(index)} ${y(mean)}`
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

export interface ChartMockupProps {
  market: HeroMarket
}

const timeframes = ['1m', '5m', '15m', '1h', '4h', '1d']

export function ChartMockup({ market: { pair, isDemo, isStale, candles, hours, assets, at, path } }: ChartMockupProps) {
  const { locale, t } = useLocale()
  const { open = 0, close: last = 0 } = candles.at(-1) ?? {}
  const lowest = Math.min(...candles.map(({ low }) => low))
  const highest = Math.max(...candles.map(({ high }) => high))
  const spread = highest - lowest || highest / 100
  const top = highest + spread * 0.08
  const bottom = lowest - spread * 0.22
  const lines = roundPrices(top, bottom, 6)
  const [first = 0, second = first + 1] = lines
  const digits = Math.max(0, -Math.floor(Math.log10(second - first)))
  const price = new Intl.NumberFormat(languageTags[locale], {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return (
    <figure className="mockup">
      <a className="mockup-screen" href={localised(locale, path)}>
        <span className="visually-hidden">{t('site.chartLabel', { pair })}</span>
        <span className="mockup-assets" aria-hidden="true">
          <span className="mockup-title">{t('site.chartAssets')}</span>
          {assets.map((asset, index) => (
            <MockupAsset key={asset.base} asset={asset} isCurrent={index === 0} isStale={isStale && index === 0} />
          ))}
        </span>
        <span className="mockup-main" aria-hidden="true">
          <span className="mockup-bar">
            <span className="mockup-pair">{pair}</span>
            {isStale && <span className="mockup-stale">{t('market.standings.stale.of')}</span>}
            {isDemo && <span className="mockup-demo">{t('site.chartDemo')}</span>}
            <span className="mockup-frames">
              {timeframes.map((frame) => (
                <span key={frame} className={frame === '15m' ? 'is-current' : undefined}>
                  {frame}
                </span>
              ))}
            </span>
          </span>
          <span className="mockup-plot">
            <CandleChart candles={candles} top={top} bottom={bottom} lines={lines} />
          </span>
          <span className="mockup-prices">
            <PriceAxis
              {...{ top, bottom, lines, last }}
              isFalling={last < open}
              format={(value) => price.format(value)}
            />
          </span>
          <span className="mockup-hours">
            {hours.map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
          </span>
          <span className="mockup-clock">{t('site.chartClock')}</span>
        </span>
      </a>
      <figcaption>
        {t('site.chartCaption', { pair, time: at })}
        {isStale && ` ${t('market.standings.stale.of')}.`}
      </figcaption>
    </figure>
  )
}

interface MockupAssetProps {
  asset: HeroAsset
  isCurrent: boolean
  isStale: boolean
}

function MockupAsset({ asset: { base, spark, last, digits, change }, isCurrent, isStale }: MockupAssetProps) {
  const { locale } = useLocale()
  const number = (value: number, options: Intl.NumberFormatOptions) =>
    withMinus(new Intl.NumberFormat(languageTags[locale], options).format(value))
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const direction = isStale || change === undefined || Math.abs(change) < 0.005 ? '' : change < 0 ? 'is-down' : 'is-up'
  return (
    <span className={`mockup-asset ${direction} ${isCurrent ? 'is-current' : ''} ${isStale ? 'is-stale' : ''}`}>
      <span className="mockup-symbol">{base}</span>
      <Sparkline values={spark} />
      <span className="mockup-price">
        {number(last, { minimumFractionDigits: digits, maximumFractionDigits: digits })}
      </span>
      <span className="mockup-change">
        {change === undefined ? '—' : number(change / 100, { ...two, style: 'percent', signDisplay: 'exceptZero' })}
      </span>
    </span>
  )
}

interface SparklineProps {
  values: number[]
}

function Sparkline({ values }: SparklineProps) {
  const lowest = Math.min(...values)
  const spread = Math.max(...values) - lowest || 1
  const points = values.map(
    (value, index) => `${index * 4},${Math.round((1 - (value - lowest) / spread) * 160) / 10 + 2}`,
  )
  return (
    <svg
      className="sparkline"
      viewBox={`0 0 ${(values.length - 1) * 4} 20`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} />
    </svg>
  )
}

export interface PriceAxisProps {
  top: number
  bottom: number
  lines: number[]
  last: number
  /** Whether the current candle is falling */
  isFalling: boolean
  format: (price: number) => string
}

/** Draws the price labels. Positions are percentages, so that labels keep their size when the chart is stretched. */
export function PriceAxis({ top, bottom, lines, last, isFalling, format }: PriceAxisProps) {
  const share = (price: number) => ((top - price) / (top - bottom)) * 100
  const hasRoom = (price: number) => Math.abs(share(price) - share(last)) > 5 && share(price) > 3 && share(price) < 97
  return (
    <svg className="price-axis" aria-hidden="true">
      {lines.filter(hasRoom).map((price) => (
        <text key={price} x="8" y={`${share(price)}%`} dy="0.35em">
          {format(price)}
        </text>
      ))}
      <rect
        className={isFalling ? 'is-falling' : undefined}
        y={`${share(last)}%`}
        width="100%"
        height="20"
        rx="4"
        transform="translate(0 -10)"
      />
      <text className="price-axis-last" x="8" y={`${share(last)}%`} dy="0.35em">
        {format(last)}
      </text>
    </svg>
  )
}

export function roundPrices(top: number, bottom: number, count: number): number[] {
  const rough = (top - bottom) / count
  const magnitude = 10 ** Math.floor(Math.log10(rough))
  const step = magnitude * ([1, 2, 5].find((round) => round * magnitude >= rough) ?? 10)
  const first = Math.ceil(bottom / step)
  return Array.from({ length: Math.floor(top / step) - first + 1 }, (_, index) => (first + index) * step)
}
