import { useLocale } from '../../i18n/context.tsx'
import { languageTags, localised } from '../../i18n/locales.ts'
import { CandleChart } from './candle-chart.tsx'
import type { HeroMarket } from './hero-market.ts'
import { MockupAsset } from './mockup-asset.tsx'
import { PriceAxis, roundPrices } from './price-axis.tsx'

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
