export interface DemoCandle {
  open: number
  high: number
  low: number
  close: number
  volume: number
}

export interface DemoMarket {
  seed: number
  count: number
  start: number
  /** Volatility per candle as a share of the price; 0.0016 by default */
  restlessness?: number
}

/** A plausible random walk with spells of calm and storm; deterministic by seed. */
export function demoCandles({ seed, count, start, restlessness = 0.0016 }: DemoMarket): DemoCandle[] {
  const random = randomNumbers(seed)
  const candles: DemoCandle[] = []
  let price = start
  let storm = 1
  for (let index = 0; index < count; index++) {
    storm = Math.min(2.4, Math.max(0.5, storm + (random() - 0.5) * 0.7))
    const step = start * restlessness * storm
    const open = price
    const close = open + (random() + random() + random() - 1.42) * step
    candles.push({
      open,
      close,
      high: Math.max(open, close) + random() * step * 0.55,
      low: Math.min(open, close) - random() * step * 0.55,
      volume: storm * (0.35 + random() * 0.65) + (Math.abs(close - open) / step) * 0.5,
    })
    price = close
  }
  return candles
}

/** Pseudo-random numbers in 0…1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
