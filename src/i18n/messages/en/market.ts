import type { market as ru } from '../ru/market.ts'
import type { Shape } from '../shape.ts'

export const market = {
  demo: 'Demo',
  demoText: 'Prices are made up: this is demonstration data.',
} satisfies Shape<typeof ru>
