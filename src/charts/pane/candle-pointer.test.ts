import { expect, test } from 'bun:test'
import type { DecimalCandle } from '../../market/candle.ts'
import type { ChartView } from '../canvas/chart-view.ts'
import { createCandlePointer } from './pane.ts'

const candleAt = (openTime: number): DecimalCandle => ({ openTime, open: 1, high: 2, low: 1, close: 2, volume: 0 })

test('the crosshair stays on its candle when others are added before or after it', () => {
  let candles = [3, 4, 7].map(candleAt)
  let emit = (_: number | undefined) => {}
  const view: Pick<ChartView, 'candles' | 'pointAt' | 'onPoint' | 'pointTo'> = {
    get candles() {
      return candles
    },
    pointAt: (index = candles.length - 1) => {
      const candle = candles[index]
      return candle && { candle, previous: undefined, indicators: [] }
    },
    onPoint: (listener) => {
      emit = listener
      return () => {}
    },
    pointTo: (index) => emit(index),
  }
  const pointed = createCandlePointer(view)
  const show = (...times: number[]) => {
    const next = times.map(candleAt)
    pointed.follow(next)
    candles = next
    pointed.update()
    return pointed.candle.peek()?.candle.openTime
  }
  pointed.step(-2)
  expect(pointed.candle.peek()?.candle.openTime).toBe(4)
  expect(show(3, 4, 5, 6, 7)).toBe(4)
  expect(show(1, 2, 3, 4, 5, 6, 7)).toBe(4)
  pointed.clear()
  expect(show(1, 2, 3, 4, 5, 6, 7, 8)).toBe(8)
})
