import { z } from 'zod'
import { topic } from '../events/events.ts'

const endedSessions = z.union([z.object({ sessionIds: z.array(z.string()) }), z.object({ userId: z.string() })])
/** Ended sessions: specific ones, or all sessions of a user, including impersonated ones. */
export type EndedSessions = z.infer<typeof endedSessions>

/** Published when sessions may have ended: check again every session you rely on. */
export const sessionEnded = topic('session-ended', endedSessions, 'kept')
