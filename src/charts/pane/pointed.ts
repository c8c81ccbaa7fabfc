import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { ChartView, PointedCandle } from '../canvas/chart-view.ts'

export interface Pointed {
  candle: ReadonlySignal<PointedCandle | undefined>
  isPointed: ReadonlySignal<boolean>
  update(): void
  shift(count: number): void
  clear(): void
  /** From the newest candle when there is no crosshair. */
  step(count: number): void
}

export function createPointed(view: ChartView): Pointed {
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
    shift: (count) => {
      if (index !== undefined) index += count
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
