import { plural } from '../../format.ts'
import type { palette as ru } from '../ru/palette.ts'
import type { Shape } from '../shape.ts'

export const palette = {
  title: 'Search and commands',
  label: 'Search assets, screens, actions and documents',
  placeholder: 'Asset, screen or action',
  start: 'Type an asset with a timeframe (“ETH 4h”), a screen, an action or a word from the documentation.',
  nothing: 'No results for “{{query}}”',
  nothingHint: 'Check the spelling, or type the name of an asset, screen or action: “BTC 15”, “alert BTC 100000”.',
  found: ({ total }: { total: number }) => `${total} ${plural('en', total, { one: 'result', other: 'results' })}`,
  groups: {
    recent: 'Recent',
    charts: 'Assets',
    acts: 'Actions',
    screens: 'Screens',
    layouts: 'Chart layouts',
    bots: 'Your bots',
    users: 'Users',
    documents: 'Documents',
  },
  verbs: {
    chart: '{{pair}}: chart',
    asset: '{{pair}}: asset details',
    alert: 'New alert for {{pair}}',
    buy: 'Buy {{pair}} on paper',
    sell: 'Sell {{pair}} on paper',
    backtest: 'Backtest {{pair}}',
    bot: 'New bot for {{pair}}',
  },
  alertAt: 'New alert for {{pair}}: {{price}}',
  language: 'Language: {{name}}',
} satisfies Shape<typeof ru>
