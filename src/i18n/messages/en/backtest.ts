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
} satisfies Shape<typeof russian>
