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
  navigation: 'Parts of bots',
  shownNames: {
    dca: 'Bitcoin saver',
    grid: 'Ether grid',
    'ma-cross': 'Trend follower',
    rsi: 'Dip catcher',
    breakout: 'Breakout hunter',
  },
  reasons: {
    drawdown: 'fell deeper than it may',
    'daily-loss': 'lost more in a day than it may',
    person: 'paused',
    stopped: 'stopped',
    'source-changed': 'prices come from another source',
    'asset-gone': 'the asset is gone',
  },
} satisfies Shape<typeof russian>
