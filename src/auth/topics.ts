import { z } from 'zod'
import { topic } from '../events/events.ts'

const endedSessions = z.union([z.object({ sessionIds: z.array(z.string()) }), z.object({ userId: z.string() })])
/** Specific sessions, or all sessions of a user, including impersonated ones. */
export type EndedSessions = z.infer<typeof endedSessions>

/** Sessions may have ended: check again every session you rely on. */
export const sessionEnded = topic('session-ended', endedSessions, 'kept')
