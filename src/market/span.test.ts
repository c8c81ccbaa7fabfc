import { expect, test } from 'bun:test'
import { withSpan } from './span.ts'

const span = (from: number, to: number) => ({ from, to })

test('spans that overlap or touch are merged, others stay separate, ascending', () => {
  const spans = [span(10, 20), span(30, 40)]
  expect(withSpan(spans, span(50, 60))).toEqual([...spans, span(50, 60)])
  expect(withSpan(spans, span(0, 5))).toEqual([span(0, 5), ...spans])
  expect(withSpan(spans, span(20, 25))).toEqual([span(10, 25), span(30, 40)])
  expect(withSpan(spans, span(25, 30))).toEqual([span(10, 20), span(25, 40)])
  expect(withSpan(spans, span(15, 35))).toEqual([span(10, 40)])
  expect(withSpan(spans, span(12, 13))).toEqual(spans)
})

test('eight spans stay separate; a ninth merges all of them', () => {
  const eight = Array.from({ length: 8 }, (_, n) => span(n * 10, n * 10 + 5)).reduce(withSpan, [])
  expect(eight).toHaveLength(8)
  expect(withSpan(eight, span(100, 105))).toEqual([span(0, 105)])
})
