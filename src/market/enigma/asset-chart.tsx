import { useLocale } from '../../i18n/context.tsx'
import { CandleChart } from '../../site/candle-chart.tsx'
import { PriceAxis, roundPrices } from '../../site/price-axis.tsx'
import type { Candle } from '../candle.ts'
import type { Instrument } from '../instrument.ts'
import { formatPrice } from '../price-format.ts'

export interface AssetChartProps {
  instrument: Instrument
  /** Ascending */
  candles: Candle[]
}

/** The last hours as candles, drawn by the server. */
export function AssetChart({ instrument, candles }: AssetChartProps) {
  const { locale, t } = useLocale()
  const last = candles.at(-1)
  if (!last) return <p className="asset-nothing">{t('enigma.chartEmpty')}</p>
  const [low, high] = [Math.min(...candles.map(({ low }) => low)), Math.max(...candles.map(({ high }) => high))]
  // Room for the line, and below it for the volumes; a price that never moved has some too.
  const room = (high - low || low) * 0.06
  const [top, bottom] = [high + room, low - 3 * room]
  const lines = roundPrices(top, bottom, 6)
  return (
    <div className="asset-chart" role="img" aria-label={t('enigma.chartLabel', { asset: instrument.asset })}>
      <CandleChart candles={candles} top={top} bottom={bottom} lines={lines} />
      <PriceAxis
        top={top}
        bottom={bottom}
        lines={lines}
        last={last.close}
        format={(price) => formatPrice(locale, price, instrument.priceDigits)}
      />
    </div>
  )
}
