import { plural } from '../../format.ts'
import type { start as ru } from '../ru/start.ts'
import type { Shape } from '../shape.ts'

export const start = {
  heat: {
    title: 'Heat map, 24 h',
    breadth: '{{up}} of {{total}} rise, {{down}} fall',
    hint: 'The larger a tile, the larger the 24-hour turnover: its area grows with the square root. The color shows the direction and strength of the change.',
    tile: '{{name}}, turnover in 24 hours ≈ {{turnover}}: open chart',
  },
  money: {
    title: 'Paper money',
    day: 'in 24 hours',
    loading: 'Waiting for the first prices',
    mixed: 'Several currencies',
    running: ({ running, count }: { running: number; count: number }) => `${running} of ${count} running`,
    noneRuns: 'none running',
    noBots: 'No bots yet',
    noBotsText: 'Test a strategy, then start a bot.',
    noDeals: 'No trades yet',
    noDealsText: 'Each asset has its own paper account of 10,000.',
    accounts: ({ count }: { count: number }) =>
      `${count} ${plural('en', count, { one: 'account', other: 'accounts' })}`,
    positions: 'Open positions',
    positionsWorth: 'worth {{worth}}',
    noPositions: 'You hold nothing at the moment.',
    alerts: 'Active alerts',
    nearest: 'Nearest: {{base}} {{price}} ({{change}})',
    noAlerts: 'Get notified when a price reaches your level.',
    waiting: 'Waiting for prices from the market.',
    failed: 'These figures are not updating: the server does not respond. Retrying.',
  },
  steps: {
    title: 'First steps',
    progress: '{{taken}} of {{all}} done',
    done: 'done',
    hide: 'Hide',
    hideLabel: 'Hide first steps',
    star: { title: 'Star an asset', text: 'The star in Enigma adds it to your favorites.' },
    alert: { title: 'Set an alert', text: 'Kurs tells you when a price reaches a level.' },
    backtest: { title: 'Run a backtest', text: 'Test a strategy on past prices.' },
    telegram: { title: 'Link Telegram', text: 'Get your alerts in a chat.' },
    noTelegram: 'This site has no Telegram bot yet.',
  },
  flashStepsHidden: 'First steps hidden.',
  flashStepsShown: 'First steps are shown again.',
} satisfies Shape<typeof ru>
