import { z } from 'zod'
import { topic } from '../events/events.ts'

/** Published when a bot was started or got a command, so that its process need not wait for the next poll. */
export const botCommandAdded = topic('bot-told', z.object({ id: z.string() }))
