import type { bots as russian } from '../ru/bots.ts'
import type { Shape } from '../shape.ts'

export const bots = {
  title: 'Bots',
  description: 'Bots on play money: strategies, backtests on history and trading at live prices without risk.',
  paper: 'Play money: nothing here is real money',
  states: {
    draft: 'Draft',
    running: 'Running',
    paused: 'Paused',
    stopped: 'Stopped',
    halted: 'Halted',
    error: 'Error',
  },
  strategies: {
    dca: 'Dollar-cost averaging',
    grid: 'Grid',
    'ma-cross': 'Moving-average cross',
    rsi: 'RSI reversal',
    breakout: 'Breakout',
    manual: 'By hand',
  },
  sides: { buy: 'Buy', sell: 'Sell' },
} satisfies Shape<typeof russian>
