import { z } from 'zod'
import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import { readUndo, signUndo, type UndoScope } from '../pages/undo-token.ts'
import { insertAlert, markUnseen } from './queries.ts'
import { alertCreated, alertSchema } from './topics.ts'

const alertUndo = z.union([
  z.object({ deleted: alertSchema }),
  /** Time at which alerts were marked as seen, ms UTC */
  z.object({ seenAt: z.number() }),
])

export type AlertUndo = z.infer<typeof alertUndo>

export interface UndoAlertDeps {
  db: Db
  events: Pick<Events, 'emit'>
  auth: Pick<UndoScope, 'secret'>
  now(): number
}

export function signAlertUndo(deps: Omit<UndoAlertDeps, 'db' | 'events'>, userId: string, undo: AlertUndo): string {
  return signUndo(scopeOf(deps, userId), undo)
}

export type UndoAlertOutcome = 'undone' | 'late' | 'refused'

/** `refused`: meanwhile an equal alert exists, or the maximum number of alerts. */
export async function undoAlertAct(
  deps: UndoAlertDeps,
  { userId, token }: { userId: string; token: string },
): Promise<UndoAlertOutcome> {
  const { db, events, now } = deps
  const undo = readUndo(scopeOf(deps, userId), token, alertUndo)
  if (!undo) return 'late'
  if ('seenAt' in undo) {
    await markUnseen(db, userId, undo.seenAt)
    return 'undone'
  }
  const { deleted } = undo
  const isWaiting = deleted.firedAt === null
  // Other processes find new alerts by id, and ids start with their creation time, so create a new id.
  const alert = isWaiting ? { ...deleted, id: Bun.randomUUIDv7('hex', now()) } : deleted
  const isMade = (await insertAlert(db, alert)) === 'made'
  if (isMade && isWaiting) events.emit(alertCreated, alert)
  return isMade ? 'undone' : 'refused'
}

function scopeOf({ auth: { secret }, now }: Omit<UndoAlertDeps, 'db' | 'events'>, actorId: string): UndoScope {
  return { secret, act: 'alert', actorId, now: now() }
}
