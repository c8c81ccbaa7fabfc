import { useLocale } from '../../i18n/context.tsx'
import { languageTags } from '../../i18n/locales.ts'
import { CandleChart } from './candle-chart.tsx'
import { demoCandles } from './demo-candles.ts'
import { MockupAsset } from './mockup-asset.tsx'
import { PriceAxis, roundPrices } from './price-axis.tsx'

const chart = { seed: 143, count: 60, start: 95_200 }
const assets = [
  { symbol: 'ETH', seed: 3, start: 3_412, digits: 1 },
  { symbol: 'SOL', seed: 30, start: 187.4, digits: 2 },
  { symbol: 'TON', seed: 15, start: 5.62, digits: 3 },
  { symbol: 'XRP', seed: 2, start: 1.184, digits: 4 },
  { symbol: 'LTC', seed: 77, start: 84.2, digits: 2 },
  { symbol: 'LINK', seed: 23, start: 14.91, digits: 2 },
  { symbol: 'DOT', seed: 6, start: 7.318, digits: 3 },
]
const timeframes = ['1m', '5m', '15m', '1h', '4h', '1d']
const hours = ['10:00', '12:00', '14:00', '16:00', '18:00']

export function ChartMockup() {
  const { locale, t } = useLocale()
  const candles = demoCandles(chart)
  const last = candles.at(-1)?.close ?? chart.start
  const lowest = Math.min(...candles.map(({ low }) => low))
  const highest = Math.max(...candles.map(({ high }) => high))
  const spread = highest - lowest
  const top = highest + spread * 0.08
  const bottom = lowest - spread * 0.22
  const lines = roundPrices(top, bottom, 6)
  const wholes = new Intl.NumberFormat(languageTags[locale], { maximumFractionDigits: 0 })

  return (
    <figure className="mockup">
      <div className="mockup-screen" role="img" aria-label={t('site.chartLabel')}>
        <div className="mockup-assets">
          <p className="mockup-title">{t('site.chartAssets')}</p>
          <MockupAsset symbol="BTC" closes={candles.map(({ close }) => close)} digits={0} isCurrent />
          {assets.map(({ symbol, seed, start, digits }) => {
            const closes = demoCandles({ seed, start, count: 32, restlessness: 0.006 }).map(({ close }) => close)
            return <MockupAsset key={symbol} symbol={symbol} closes={closes} digits={digits} />
          })}
        </div>
        <div className="mockup-main">
          <div className="mockup-bar">
            <span className="mockup-pair">BTCUSDT</span>
            <span className="mockup-demo">{t('site.chartDemo')}</span>
            <span className="mockup-frames">
              {timeframes.map((frame) => (
                <span key={frame} className={frame === '15m' ? 'is-current' : undefined}>
                  {frame}
                </span>
              ))}
            </span>
          </div>
          <div className="mockup-plot">
            <CandleChart candles={candles} top={top} bottom={bottom} lines={lines} />
          </div>
          <div className="mockup-prices">
            <PriceAxis top={top} bottom={bottom} lines={lines} last={last} format={(price) => wholes.format(price)} />
          </div>
          <div className="mockup-hours">
            {hours.map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
          </div>
          <span className="mockup-clock">{t('site.chartClock')}</span>
        </div>
      </div>
      <figcaption>{t('site.chartCaption')}</figcaption>
    </figure>
  )
}
