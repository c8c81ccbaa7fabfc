import type { backtest as russian } from '../ru/backtest.ts'
import type { Shape } from '../shape.ts'

export const backtest = {
  chart: {
    table: 'The chart’s numbers as a table',
    caption: 'From {{from}} to {{to}}, Moscow time. Beneath: how far the first curve is below its peak.',
    time: 'Time',
    fall: 'Drawdown',
    middle: 'middle',
  },
  prices: {
    name: 'Price of {{asset}} with trades',
    instead: 'The chart needs JavaScript; the trades are in the table below.',
    loading: 'Loading candles…',
    empty: 'There are no candles of that time.',
    failed: 'The candles could not be loaded. Reload the page; the trades are in the table.',
    previous: 'Earlier',
    next: 'Later',
    place: 'Trade {{number}} of {{total}}',
  },
} satisfies Shape<typeof russian>
