import type { botForm as russian } from '../ru/bot-form.ts'
import type { Shape } from '../shape.ts'

export const botForm = {
  bounds: 'From {{min}} to {{max}}.',
  units: {
    candles: 'candles',
    percent: '%',
    points: 'points',
    levels: 'pcs',
    times: '×',
    bps: 'bps',
    minutes: 'min',
  },
  fields: {
    name: { label: 'Name', hint: 'May stay empty: the bot is then named by its pair and strategy.' },
    asset: { label: 'Asset', hint: 'The pair that the bot trades.' },
    tf: { label: 'Timeframe', hint: 'The bot decides when its candles close; trades walk along one-minute candles.' },
    capital: { label: 'Capital', hint: 'How much play money the bot gets.' },
    feeBps: { label: 'Fee', hint: '10 basis points are 0.1% of every trade.' },
    slippageBps: { label: 'Slippage', hint: 'How much worse than the market a market order fills.' },
    spreadBps: { label: 'Spread', hint: 'A market order pays half of it.' },
    makerFeeBps: { label: 'Maker fee', hint: 'Of limit orders; empty means the same fee.' },
    volumeShare: { label: 'Share of volume', hint: 'How much of a minute’s volume the bot may take; empty means all.' },
    order: {
      label: 'Path of the price within a minute',
      hint: 'Nobody knows which extreme of a candle came first.',
      choices: { nearest: 'the nearer extreme first', pessimistic: 'the worse one for the bot' },
    },
  },
  risk: {
    stopLoss: { label: 'Stop loss', hint: 'Sells everything so far below what it cost. Required.' },
    takeProfit: { label: 'Take profit', hint: 'Sells everything so far above what it cost. Empty means none.' },
    trailing: {
      label: 'Trailing stop',
      hint: 'A stop so far below the highest price since the purchase. Empty: none.',
    },
    maxDrawdown: { label: 'Drawdown', hint: 'With its money so far below the peak the bot halts. Empty means never.' },
    dailyLoss: { label: 'Daily loss', hint: 'After it no purchases until midnight in Moscow. Empty means never.' },
    cooldown: { label: 'Cooldown', hint: 'So many candles without purchases after a losing sale. Empty means none.' },
    maxOrders: { label: 'Open orders', hint: 'No more wait at a time. Empty means no limit.' },
    allocation: { label: 'Share of the money', hint: 'Never buys for more of it. Empty means all.' },
  },
  params: {
    dca: {
      amount: { label: 'Amount of a purchase', hint: 'What each purchase by the clock spends.' },
      every: { label: 'Every so many candles', hint: 'Time between purchases.' },
      safetyOrders: { label: 'Safety orders', hint: 'Wait below the last purchase.' },
      dip: { label: 'Step down', hint: 'How much lower each order is than the one before.' },
      scale: { label: 'Growth', hint: 'How many times larger each order is than the one before.' },
      takeProfit: { label: 'Profit', hint: 'Sells everything so far above its cost; 0 never sells.' },
    },
    grid: {
      lower: { label: 'Lower price', hint: 'The edge of the grid. Empty means 10% below the last price.' },
      upper: { label: 'Upper price', hint: 'The edge of the grid. Empty means 10% above the last price.' },
      levels: { label: 'Levels', hint: 'With both edges; between two neighbours lies one cell.' },
      spacing: {
        label: 'Distance between levels',
        hint: 'The same in money, or in per cent.',
        choices: { arithmetic: 'equal in money', geometric: 'equal in per cent' },
      },
      trailing: {
        label: 'Move the grid up with the price',
        hint: 'By whole cells, once the price has left it upwards.',
      },
    },
    'ma-cross': {
      fast: { label: 'Fast average', hint: 'How many candles it averages; fewer than the slow one.' },
      slow: { label: 'Slow average', hint: 'How many candles it averages.' },
    },
    rsi: {
      length: { label: 'RSI length', hint: 'How many candles the index is made of.' },
      buyBelow: { label: 'Buy', hint: 'When the index comes back up through this level.' },
      sellAbove: { label: 'Sell', hint: 'When the index comes back down through this level.' },
    },
    breakout: {
      length: { label: 'Length of the high', hint: 'A close above the high of so many candles buys.' },
      atrLength: { label: 'ATR length', hint: 'How many candles the average range is made of.' },
      atrMultiple: { label: 'Stop in ATR', hint: 'How many average ranges below the close the stop follows.' },
    },
  },
  faults: {
    empty: 'Enter a number.',
    stopless: 'Enter a stop loss: nobody trades without one here.',
    notNumber: 'This is no number. Write for example 1.5.',
    notPositive: 'A price is more than zero.',
    range: 'Enter a number from {{min}} to {{max}}.',
    whole: 'Enter a whole number from {{min}} to {{max}}.',
    digits: 'Two decimals at most.',
    choice: 'Choose one of the list.',
    noPrice: 'The asset has no price yet: enter your own.',
    long: 'The name is longer than 60 characters. Shorten it.',
    larger: 'It must be larger than “{{other}}”.',
    refused: 'This value does not fit here.',
  },
  groups: {
    market: 'Market and capital',
    strategy: 'Strategy',
    costs: 'Costs of trades',
    fine: 'In more detail',
    risk: 'Limits of risk',
  },
} satisfies Shape<typeof russian>
