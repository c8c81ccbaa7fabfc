import { createIndicator, type Indicator, type IndicatorCandle, typicalPrice } from './indicator.ts'
import { createSessionTotals } from './sessions.ts'

interface Traded {
  value: number
  volume: number
}

const nothing: Traded = { value: 0, volume: 0 }

function withCandle({ value, volume }: Traded = nothing, candle: IndicatorCandle): Traded {
  return { value: value + typicalPrice(candle) * candle.volume, volume: volume + candle.volume }
}

/** Unknown until something was traded */
function priceOf(traded: Traded | undefined): number | undefined {
  return traded && traded.volume > 0 ? traded.value / traded.volume : undefined
}

/** Mean price weighted by volume since the start of the session, see `sessions.ts` */
export function createVwap(days: number): Indicator {
  const totals = createSessionTotals(days, withCandle)
  return createIndicator((candle, act) => [priceOf(totals[act](candle))])
}

/**
 * Mean price weighted by volume since a moment, given in minutes since 1970 UTC. Unknown if the history begins after
 * that moment; if there is a hole at it, only from the first candle after it.
 */
export function createAnchoredVwap(anchor: number): Indicator {
  const from = anchor * 60_000
  let isReached = false
  let traded: Traded | undefined
  const read = (candle: IndicatorCandle) => {
    const isAnchored = isReached ? candle.openTime >= from : candle.openTime === from
    return isAnchored ? withCandle(traded, candle) : undefined
  }
  return {
    peek: (candle) => [priceOf(read(candle))],
    close: (candle) => {
      traded = read(candle)
      isReached ||= candle.openTime <= from
      return [priceOf(traded)]
    },
  }
}
