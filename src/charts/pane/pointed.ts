import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import { indexAt } from '../candles/candle-list.ts'
import type { ChartView, PointedCandle } from '../canvas/chart-view.ts'

type PointedView = Pick<ChartView, 'candles' | 'pointAt' | 'onPoint' | 'pointTo'>

export interface Pointed {
  candle: ReadonlySignal<PointedCandle | undefined>
  isPointed: ReadonlySignal<boolean>
  update(): void
  /** Keeps to its candle in a list that is about to be shown: others may have come before it and behind it. */
  follow(next: readonly DecimalCandle[]): void
  clear(): void
  /** From the newest candle when there is no crosshair. */
  step(count: number): void
}

export function createPointed(view: PointedView): Pointed {
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
