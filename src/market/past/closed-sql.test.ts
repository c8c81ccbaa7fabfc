import { expect, test } from 'bun:test'
import { wholeUnits } from '../units.ts'
import { isSeamless } from './past-file.ts'

const candle = (openTime: number, open: number, close: number) => ({
  openTime,
  open: wholeUnits(open),
  high: wholeUnits(Math.max(open, close)),
  low: wholeUnits(Math.min(open, close)),
  close: wholeUnits(close),
  volume: wholeUnits(1),
})

test('candles are seamless if each opens when and where the previous one closed', () => {
  const first = candle(0, 10, 12)
  expect(isSeamless([first, candle(300_000, 12, 9), candle(600_000, 9, 9)], 5)).toBeTrue()
  expect(isSeamless([first, candle(600_000, 12, 9)], 5)).toBeFalse()
  expect(isSeamless([first, candle(60_000, 12, 9)], 5)).toBeFalse()
  expect(isSeamless([first, candle(300_000, 11, 9)], 5)).toBeFalse()
})
