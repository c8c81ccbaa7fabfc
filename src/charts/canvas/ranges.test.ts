import { expect, test } from 'bun:test'
import { movedRange } from './chart-view.ts'
import { scaledRange } from './price-pinch.ts'

test('a pinch narrows or widens a range around its middle', () => {
  expect(scaledRange({ from: 100, to: 200 }, 0.5, false)).toEqual({ from: 125, to: 175 })
  expect(scaledRange({ from: -10, to: 30 }, 2, false)).toEqual({ from: -30, to: 50 })
})

test('on a logarithmic scale the middle is the geometric one, and prices stay above zero', () => {
  const { from, to } = scaledRange({ from: 1, to: 10_000 }, 0.5, true)
  expect(from).toBeCloseTo(10, 8)
  expect(to).toBeCloseTo(1000, 6)
  expect(scaledRange({ from: 1, to: 100 }, 3, true).from).toBeCloseTo(0.01, 10)
})

test('a visible range keeps its candles when older or missing ones are added', () => {
  const range = { from: 10, to: 60 }
  expect(movedRange(range, 100, 30, 30)).toEqual({ from: 40, to: 90 })
  expect(movedRange(range, 100, 14, 0)).toEqual(range)
})

test('a visible range with the newest candle follows it when missing candles are filled in', () => {
  const range = { from: 54, to: 104 }
  expect(movedRange(range, 100, 14, 0)).toEqual({ from: 68, to: 118 })
  expect(movedRange({ from: 40, to: 99 }, 100, 0, 0)).toEqual({ from: 40, to: 99 })
})
