import type { IndicatorChoice } from '../../indicators/catalog.ts'
import type { DecimalCandle } from '../../market/candle.ts'
import { valuesOf } from '../poster/shapes.ts'
import { IndicatorNumbers } from './indicator-numbers.tsx'

export interface FirstNumbersProps {
  choice: IndicatorChoice
  candles: readonly DecimalCandle[]
  format(value: number): string
}

/** Numbers of an indicator at the newest candle of the page, shown until the browser has computed its own. */
export function FirstNumbers({ choice, candles, format }: FirstNumbersProps) {
  return (
    <div className="served">
      <IndicatorNumbers id={choice.id} values={valuesOf(choice, candles).at(-1) ?? []} format={format} />
    </div>
  )
}
