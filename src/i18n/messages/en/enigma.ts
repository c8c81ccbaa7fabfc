import type { enigma as ru } from '../ru/enigma.ts'
import type { Shape } from '../shape.ts'

export const enigma = {
  title: 'Enigma',
  description: 'Live prices, changes and volumes of all assets.',
} satisfies Shape<typeof ru>
