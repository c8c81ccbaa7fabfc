import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  catalog,
  chooseIndicator,
  indicatorIds,
  indicatorText,
  maxMemory,
  parseIndicator,
  priceSources,
} from './catalog.ts'
import { indicatorFormat } from './digits.ts'
import { createRsi } from './rsi.ts'

test('RSI is 100 if the price only rises, 0 if it only falls, 50 if it stays the same', () => {
  const last = (row: readonly number[]) => row.map(createRsi(14).close).at(-1)
  const rising = Array.from({ length: 20 }, (_, index) => 100 + index)
  expect(last(rising)).toEqual([100])
  expect(last(rising.reverse())).toEqual([0])
  expect(last(new Array(20).fill(5))).toEqual([50])
})

describe('indicator choices', () => {
  test('survive a round trip through the URL', () => {
    const choice = fc
      .constantFrom(...indicatorIds)
      .chain((id) =>
        fc
          .tuple(
            ...catalog[id].parameters.map(({ min, max, step }) =>
              fc
                .integer({ min: Math.ceil(min / step), max: Math.floor(max / step) })
                .map((steps) => Number((steps * step).toFixed(2))),
            ),
          )
          .chain((params) =>
            fc
              .constantFrom(...(catalog[id].hasSource ? priceSources : (['close'] as const)))
              .map((source) => (source === 'close' ? { id, params } : { id, params, source })),
          ),
      )
    fc.assert(fc.property(choice, (each) => expect(parseIndicator(indicatorText(each))).toEqual(each)))
  })

  test('out-of-bounds numbers get initial values, and unknown indicators are undefined', () => {
    expect(parseIndicator('sma:1')).toEqual(chooseIndicator('sma'))
    expect(parseIndicator('sma:20.5')).toEqual({ id: 'sma', params: [20] })
    expect(parseIndicator('macd:5')).toEqual({ id: 'macd', params: [5, 26, 9] })
    expect(parseIndicator('bollinger:30:2.5')).toEqual({ id: 'bollinger', params: [30, 2.5] })
    expect(parseIndicator('sar:0.03:0.01:0.3')).toEqual({ id: 'sar', params: [0.03, 0.01, 0.3] })
    expect(parseIndicator('sar:0.025')).toEqual(chooseIndicator('sar'))
    expect(parseIndicator('sma:1e9')).toEqual({ id: 'sma', params: [20] })
    expect(parseIndicator('constructor:20')).toBeUndefined()
    expect(parseIndicator('sma:50@hl2')).toEqual({ id: 'sma', params: [50], source: 'hl2' })
    expect(parseIndicator('sma:50@close')).toEqual({ id: 'sma', params: [50] })
    expect(parseIndicator('atr:14@hl2')).toEqual({ id: 'atr', params: [14] })
    expect(parseIndicator('sma:9@rsi:14')?.source).toEqual({ of: { id: 'rsi', params: [14] }, line: 0 })
    expect(parseIndicator('sma:9@macd.signal:5:8:3')?.source).toEqual({
      of: { id: 'macd', params: [5, 8, 3] },
      line: 1,
    })
    for (const refused of ['toString', 'pie:3', 'macd.pie:12', 'vwap:1', 'rsi:2@rsi:3@rsi:4@rsi:5', '']) {
      expect(parseIndicator(`sma:9@${refused}`)).toBeUndefined()
    }
    expect(indicatorText(parseIndicator('sma:9@rsi:2@rsi:3@rsi:4') ?? chooseIndicator('sma'))).toBe(
      'sma:9@rsi:2@rsi:3@rsi:4',
    )
    expect(maxMemory([parseIndicator('sma:9@rsi:14') ?? chooseIndicator('sma')])).toBe(200 + 1 + 9 - 1)
    fc.assert(fc.property(fc.string(), (text) => void parseIndicator(text)))
  })
})

test('values have the digits of their indicator, whatever digits the prices have', () => {
  expect(indicatorFormat(chooseIndicator('rsi'), 'en', 5)(40.798)).toBe('40.80')
  expect(indicatorFormat(chooseIndicator('rsi'), 'ru', 10)(40.798)).toBe('40,80')
  expect(indicatorFormat(chooseIndicator('macd'), 'en', 7)(-0.0000123)).toBe('−0.0000123')
  expect(indicatorFormat(chooseIndicator('sma'), 'en', 2)(123_457_889.12)).toBe('123,457,889.12')
  expect(indicatorFormat(chooseIndicator('obv'), 'en', 2)(-1_234_567)).toBe('−1.23M')
  expect(indicatorFormat(chooseIndicator('sma', [9], 'rsi:14'), 'en', 5)(40.798)).toBe('40.80')
})
