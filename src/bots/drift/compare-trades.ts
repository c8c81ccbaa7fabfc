/** A live or replayed trade, in the units of its bot. Stored as JSON. */
export interface ComparedTrade {
  /** openTime of the trade's minute, ms UTC */
  time: number
  side: 'buy' | 'sell'
  price: number
  quantity: number
  fee: number
  reason: string
}

export interface Difference {
  /** Kind of the difference. `missing`: replayed, but not live; `extra`: live, but not replayed */
  kind: 'missing' | 'extra' | 'price' | 'quantity' | 'fee'
  live?: ComparedTrade
  replayed?: ComparedTrade
  /** Whether candles that the decision used have been corrected since */
  isAfterCorrection: boolean
}

/**
 * Compares live and replayed trades, both in order. Trades of the same minute, side and reason count as the same trade.
 */
export function compareTrades(
  live: readonly ComparedTrade[],
  replayed: readonly ComparedTrade[],
  corrections: readonly { from: number }[],
): Difference[] {
  const first = Math.min(...corrections.map(({ from }) => from))
  const expected = Map.groupBy(replayed, keyOf)
  const differences: Omit<Difference, 'isAfterCorrection'>[] = []
  for (const trade of live) {
    const match = expected.get(keyOf(trade))?.shift()
    if (!match) {
      differences.push({ kind: 'extra', live: trade })
      continue
    }
    const kind = (['price', 'quantity', 'fee'] as const).find((name) => match[name] !== trade[name])
    if (kind) differences.push({ kind, live: trade, replayed: match })
  }
  for (const left of expected.values()) {
    for (const trade of left) differences.push({ kind: 'missing', replayed: trade })
  }
  return differences
    .toSorted((a, b) => timeOf(a) - timeOf(b))
    .map((difference) => ({ ...difference, isAfterCorrection: timeOf(difference) >= first }))
}

function keyOf({ time, side, reason }: ComparedTrade): string {
  return `${time} ${side} ${reason}`
}

function timeOf({ live, replayed }: Pick<Difference, 'live' | 'replayed'>): number {
  return (live ?? replayed)?.time ?? 0
}
