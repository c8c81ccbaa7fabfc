import { z } from 'zod'
import { topic } from '../events/events.ts'

export const settingsChanged = topic(
  'settings-changed',
  z.object({ userId: z.string(), screen: z.enum(['enigma', 'charts', 'app']) }),
)
