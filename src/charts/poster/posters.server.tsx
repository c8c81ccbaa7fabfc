import type { Locale } from '../../i18n/locales.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { narrowCount, wideCount } from '../canvas/dimensions.ts'
import type { SeriesColors } from '../canvas/palette.ts'
import type { ChartAsset } from '../chart-props.ts'
import type { ChartState } from '../chart-state.ts'
import { Poster } from './poster.tsx'

export interface PostersProps {
  asset: ChartAsset
  state: ChartState
  candles: readonly DecimalCandle[]
  colors: SeriesColors
  locale: Locale
}

/** Pictures of the chart for wide and for narrow windows, shown until the canvas is drawn. */
export function Posters({ asset, state, candles, colors, locale }: PostersProps) {
  return (
    <div className="served">
      {[['is-wide', wideCount] as const, ['is-narrow', narrowCount] as const].map(([className, count]) => (
        <Poster
          key={className}
          className={className}
          count={count}
          state={state}
          candles={candles}
          colors={colors}
          priceDigits={asset.priceDigits}
          locale={locale}
        />
      ))}
    </div>
  )
}
