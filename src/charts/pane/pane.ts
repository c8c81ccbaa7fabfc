import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import type { CandleLength } from '../../market/timeframe.ts'
import { indexAt } from '../candles/candle-list.ts'
import type { CandleSupply } from '../candles/candle-supply.ts'
import type { AroundOutcome } from '../candles/go-around.ts'
import type { SourceState } from '../candles/hole-filler.ts'
import type { ChartLook } from '../canvas/chart-look.ts'
import type { ChartView, PointedCandle } from '../canvas/chart-view.ts'
import type { ChartState } from '../chart-state.ts'

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
  /** Shows the candles of another supply: of the live market without one. */
  change(supply: CandleSupply | undefined): void
  retry(): void
  goToNewest(): void
  /** Shows and points to the candle of a moment, ms UTC. */
  goTo(moment: number): Promise<AroundOutcome>
  /** Shows the newest candles of a span, ms. @param tf  timeframe in which they are shown: the present or the next one */
  showSpan(spanMs: number, tf: CandleLength): void
  step: CandlePointer['step']
  dispose(): void
}

type PointedView = Pick<ChartView, 'candles' | 'pointAt' | 'onPoint' | 'pointTo'>

export interface CandlePointer {
  candle: ReadonlySignal<PointedCandle | undefined>
  isPointed: ReadonlySignal<boolean>
  update(): void
  /**
   * Keeps the crosshair on its candle when another list is about to be shown, which may have more candles before and
   * after it.
   */
  follow(next: readonly DecimalCandle[]): void
  clear(): void
  /** Moves the crosshair by `count` candles, from the newest candle if there is no crosshair. */
  step(count: number): void
}

export function createCandlePointer(view: PointedView): CandlePointer {
  let index: number | undefined
  const candle = signal<PointedCandle | undefined>(undefined)
  const isPointed = signal(false)
  const update = () => {
    candle.value = view.pointAt(index)
    isPointed.value = index !== undefined
  }
  view.onPoint((next) => {
    index = next
    update()
  })
  return {
    candle,
    isPointed,
    update,
    follow: (next) => {
      const candle = index === undefined ? undefined : view.candles[index]
      index = candle && indexAt(next, candle.openTime)
    },
    clear: () => {
      index = undefined
    },
    step: (count) => {
      const last = view.candles.length - 1
      view.pointTo(Math.max(0, Math.min(last, (index ?? last + (count < 0 ? 1 : 0)) + count)))
    },
  }
}
