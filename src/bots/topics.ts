import { z } from 'zod'
import { topic } from '../events/events.ts'

/** A bot has been started or told something: whoever runs bots need not wait for its next look. */
export const botTold = topic('bot-told', z.object({ id: z.string() }))
