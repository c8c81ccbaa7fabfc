import type { broadcast as ru } from '../ru/broadcast.ts'
import type { Shape } from '../shape.ts'

export const broadcast = {
  title: 'Broadcasts',
  description: 'One message to many in Telegram: compose, check, start, and watch it being sent',
} satisfies Shape<typeof ru>
