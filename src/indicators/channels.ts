import { createAverageRange } from './atr.ts'
import { createExponentialAverage } from './ema.ts'
import { createExtent, type Extent } from './extremes.ts'
import { createIndicator, type Indicator } from './indicator.ts'

function middleOf(extent: Extent | undefined): number | undefined {
  return extent && (extent.high + extent.low) / 2
}

/** Highest high and lowest low of the newest candles, and the middle between them */
export function createDonchian(length: number): Indicator {
  const extent = createExtent(length)
  return createIndicator((candle, act) => {
    const range = extent[act](candle)
    return [middleOf(range), range?.high, range?.low]
  })
}

/** Exponential average of closes, with bands some average true ranges away */
export function createKeltner(length: number, multiplier: number, rangeLength: number): Indicator {
  const average = createExponentialAverage(length)
  const ranges = createAverageRange(rangeLength)
  return createIndicator((candle, act) => {
    const [middle, range] = [average[act](candle.close), ranges[act](candle)]
    if (middle === undefined || range === undefined) return [middle, undefined, undefined]
    return [middle, middle + multiplier * range, middle - multiplier * range]
  })
}

/** Holds back a value until `count` later ones have come. */
function createDelay<Value>(count: number) {
  const held: (Value | undefined)[] = new Array(count).fill(undefined)
  let place = 0
  return {
    peek: () => held[place],
    next: (value: Value | undefined) => {
      const delayed = held[place]
      held[place] = value
      place = (place + 1) % count
      return delayed
    },
  }
}

/**
 * Ichimoku: conversion line, base line, and both edges of the cloud as they are drawn at the candle, that is, computed
 * `displacement` candles before it. The lagging line is left out: it is the close drawn further left.
 */
export function createIchimoku(conversion: number, base: number, span: number, displacement: number): Indicator {
  const [short, middle, long] = [createExtent(conversion), createExtent(base), createExtent(span)]
  const [spanA, spanB] = [createDelay<number>(displacement), createDelay<number>(displacement)]
  return createIndicator((candle, act) => {
    const [turning, standard, edge] = [short, middle, long].map((extent) => middleOf(extent[act](candle)))
    const mean = turning === undefined || standard === undefined ? undefined : (turning + standard) / 2
    return [turning, standard, spanA[act](mean), spanB[act](edge)]
  })
}
