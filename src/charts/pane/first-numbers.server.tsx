import type { IndicatorChoice } from '../../indicators/catalog.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { valuesOf } from '../poster/shapes.ts'
import { IndicatorNumbers } from './indicator-numbers.tsx'

export interface FirstNumbersProps {
  choice: IndicatorChoice
  candles: readonly DecimalCandle[]
  /** Index of the candle; the newest by default */
  at?: number
  format(value: number): string
}

/** Numbers of an indicator at a candle of the page, shown until the browser has computed its own. */
export function FirstNumbers({ choice, candles, at = -1, format }: FirstNumbersProps) {
  return (
    <div className="served">
      <IndicatorNumbers id={choice.id} values={valuesOf(choice, candles).at(at) ?? []} format={format} />
    </div>
  )
}
