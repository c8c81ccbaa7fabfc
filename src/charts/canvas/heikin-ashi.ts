import type { DecimalCandle } from '../../market/candle.ts'

export function heikinAshi(candle: DecimalCandle, previous: DecimalCandle | undefined): DecimalCandle {
  const { open, high, low, close } = candle
  const averageClose = (open + high + low + close) / 4
  const averageOpen = previous ? (previous.open + previous.close) / 2 : (open + close) / 2
  return {
    ...candle,
    open: averageOpen,
    close: averageClose,
    high: Math.max(high, averageOpen, averageClose),
    low: Math.min(low, averageOpen, averageClose),
  }
}
