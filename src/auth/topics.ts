import { z } from 'zod'
import { topic } from '../events/events.ts'

const endedSessions = z.union([z.object({ sessionIds: z.array(z.string()) }), z.object({ userId: z.string() })])
/** Those named, or all of a person's, impersonation included. */
export type EndedSessions = z.infer<typeof endedSessions>

/** Sessions may have ended: whoever relies on one checks it again. */
export const sessionEnded = topic('session-ended', endedSessions, 'kept')
