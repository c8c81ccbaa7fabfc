import { describe, expect, test } from 'bun:test'
import { signal } from '@preact/signals-react'
import type { DecimalCandle } from '../../market/candle.ts'
import type { Timeframe } from '../../market/timeframe.ts'
import { minuteMs } from '../../market/timeframe.ts'
import { type LinkedPane, type LinkedView, linkCharts } from './link-charts.ts'

const start = 1_790_000_000_000 - (1_790_000_000_000 % (1440 * minuteMs))

function candlesOf(tf: Timeframe, count: number): DecimalCandle[] {
  return Array.from({ length: count }, (_, index) => {
    return { openTime: start + index * tf * minuteMs, open: 1, high: 1, low: 1, close: 1, volume: 1 }
  })
}

/** Creates a fake chart that records calls and notifies listeners like the real one. */
function createChart(tf: Timeframe, count: number) {
  const listeners = { range: new Set<() => void>(), point: new Set<(index: number | undefined) => void>() }
  const area = new EventTarget()
  const state = {
    range: { from: 0, to: 10 },
    pointed: undefined as number | undefined,
    minBarSpacing: 1,
  }
  const candles = signal<readonly DecimalCandle[]>(candlesOf(tf, count))
  const view: LinkedView = {
    area,
    tf: () => tf,
    candles: () => candles.peek(),
    range: () => state.range,
    showRange: (range) => {
      state.range = range
      for (const listener of listeners.range) listener()
    },
    onRange: (listener) => {
      listeners.range.add(listener)
      return () => listeners.range.delete(listener)
    },
    onPoint: (listener) => {
      listeners.point.add(listener)
      return () => listeners.point.delete(listener)
    },
    pointTo: (index) => {
      state.pointed = index
      for (const listener of listeners.point) listener(index)
    },
  }
  const pane: LinkedPane = { view, candles }
  return { pane, state, candles, use: () => area.dispatchEvent(new Event('pointerenter')) }
}

describe('linked charts', () => {
  test('show the same time range, each in its own candles', () => {
    const [hours, quarters] = [createChart(60, 48), createChart(15, 192)]
    linkCharts([hours.pane, quarters.pane])
    expect(quarters.state.range).toEqual({ from: 0, to: 40 })
    hours.pane.view.showRange({ from: 10, to: 20.5 })
    expect(quarters.state.range).toEqual({ from: 40, to: 82 })
    quarters.use()
    quarters.pane.view.showRange({ from: -8, to: 200 })
    expect(hours.state.range).toEqual({ from: -2, to: 50 })
  })

  test('point at the same moment, each at the candle that contains it', () => {
    const [hours, quarters] = [createChart(60, 48), createChart(15, 40)]
    linkCharts([hours.pane, quarters.pane])
    quarters.use()
    quarters.pane.view.pointTo(7)
    expect(hours.state.pointed).toBe(1)
    quarters.pane.view.pointTo(undefined)
    expect(hours.state.pointed).toBeUndefined()
  })

  test('follow only the one used last', () => {
    const [first, second] = [createChart(60, 48), createChart(60, 48)]
    linkCharts([first.pane, second.pane])
    second.pane.view.showRange({ from: 20, to: 30 })
    expect(first.state.range).toEqual({ from: 0, to: 10 })
  })

  test('apply the range when their candles are loaded later', () => {
    const [first, late] = [createChart(60, 48), createChart(60, 0)]
    linkCharts([first.pane, late.pane])
    first.pane.view.showRange({ from: 5, to: 25 })
    expect(late.state.range).toEqual({ from: 0, to: 10 })
    late.candles.value = candlesOf(60, 48)
    expect(late.state.range).toEqual({ from: 5, to: 25 })
  })

  test('are independent after unlinking', () => {
    const [first, second] = [createChart(60, 48), createChart(60, 48)]
    linkCharts([first.pane, second.pane])()
    first.pane.view.showRange({ from: 20, to: 30 })
    first.pane.view.pointTo(3)
    expect(second.state).toMatchObject({ range: { from: 0, to: 10 }, pointed: undefined })
  })
})
