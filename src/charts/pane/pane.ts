import type { ReadonlySignal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import type { SourceState } from '../candles/source-state.ts'
import type { ChartLook } from '../canvas/chart-look.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import type { ChartState } from '../chart-state.ts'
import type { CandlePointer } from './candle-pointer.ts'

export interface PaneLook extends ChartLook, Pick<ChartState, 'asset'> {}

export interface Pane {
  view: ChartView
  status: ReadonlySignal<SourceState>
  pointed: CandlePointer['candle']
  isPointed: CandlePointer['isPointed']
  isAtNewest: ReadonlySignal<boolean>
  isAtOldest: ReadonlySignal<boolean>
  /**
   * Candles of the chart; the signal has a new list whenever a candle closes or older ones are loaded, not on every
   * tick
   */
  candles: ReadonlySignal<readonly DecimalCandle[]>
  show(look: PaneLook): void
  retry(): void
  step: CandlePointer['step']
  dispose(): void
}
