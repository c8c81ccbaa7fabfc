import type { charts as ru } from '../ru/charts.ts'
import type { Shape } from '../shape.ts'

export const charts = {
  title: 'Charts',
  description: 'Candlestick charts with indicators, comparison and drawing.',
} satisfies Shape<typeof ru>
