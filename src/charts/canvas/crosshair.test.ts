import { expect, test } from 'bun:test'
import type { IChartApi, MouseEventParams } from 'lightweight-charts'
import type { DecimalCandle } from '../../market/candle.ts'
import type { ChartSeries } from './chart-series.ts'
import { createCrosshair } from './chart-view.ts'

const hour = 3_600_000
const candleAt = (n: number): DecimalCandle => ({ openTime: n * hour, open: 1, high: 2, low: 1, close: n, volume: 0 })

test('a crosshair set by key stays on its candle when the chart moves, until the mouse moves it', () => {
  let candles = [1, 2, 3].map(candleAt)
  let move = (_: Partial<MouseEventParams>) => {}
  const placed: number[] = []
  const chart: Pick<IChartApi, 'subscribeCrosshairMove' | 'setCrosshairPosition' | 'clearCrosshairPosition'> = {
    subscribeCrosshairMove: (listener) => {
      move = (params) => listener(params as MouseEventParams)
    },
    setCrosshairPosition: (price) => void placed.push(price),
    clearCrosshairPosition: () => {},
  }
  const shown = () => ({ candles, look: { tf: 60 as const } })
  const crosshair = createCrosshair(chart as IChartApi, { prices: {} } as ChartSeries, shown)
  const reported: (number | undefined)[] = []
  crosshair.onPoint((index) => reported.push(index))

  const point = { x: 1, y: 1 } as MouseEventParams['point']
  crosshair.pointTo(1)
  candles = [1, 2, 3, 4].map(candleAt)
  move({ point, logical: 2 as MouseEventParams['logical'] })
  candles = [0, 1, 2, 3, 4].map(candleAt)
  move({ point, logical: 2 as MouseEventParams['logical'] })
  expect({ reported, placed }).toEqual({ reported: [1, 1, 2], placed: [2, 2, 2] })

  const sourceEvent = {} as NonNullable<MouseEventParams['sourceEvent']>
  move({ point, logical: 3 as MouseEventParams['logical'], sourceEvent })
  move({ point, logical: 4 as MouseEventParams['logical'] })
  move({})
  expect(reported.slice(3)).toEqual([3, 4, undefined])
})
