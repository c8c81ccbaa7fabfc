import { z } from 'zod'
import type { Session } from '../auth/session/session.ts'
import type { Db } from '../db/client.ts'
import { UnwritableError } from '../db/unwritable.ts'
import type { Events } from '../events/events.ts'
import { findSettings, mergeSettings } from './settings-queries.ts'

/* The steps of a new member, stored in the settings of the screen `app`. A step that was taken once stays taken. */

export const firstSteps = ['star', 'alert', 'backtest', 'telegram'] as const
export type FirstStep = (typeof firstSteps)[number]

const isSet = z.boolean().catch(false)
const schema = z.object({ star: isSet, alert: isSet, backtest: isSet, telegram: isSet, areHidden: isSet })

/** Steps that were taken, and whether the user has hidden the list */
type TakenSteps = z.infer<typeof schema>

interface StepDeps {
  db: Db
  events: Pick<Events, 'emit'>
  now(): number
}

export async function findTakenSteps(db: Db, userId: string): Promise<TakenSteps> {
  return schema.parse(JSON.parse((await findSettings(db, userId, 'app')) ?? '{}'))
}

/** Records steps that are not recorded yet; not for an administrator who acts as the user. */
export async function recordSteps(
  { db, events, now }: StepDeps,
  { user, impersonatorId }: Pick<Session, 'user' | 'impersonatorId'>,
  steps: readonly FirstStep[],
): Promise<void> {
  if (steps.length === 0 || impersonatorId !== null) return
  const known = await findTakenSteps(db, user.id)
  const added = steps.filter((step) => !known[step])
  if (added.length === 0) return
  try {
    await mergeSettings({ db, events }, user.id, 'app', Object.fromEntries(added.map((step) => [step, true])), now())
  } catch (error) {
    // A full disk must not fail the page that is shown: a later visit records the step.
    if (!(error instanceof UnwritableError)) throw error
  }
}

export async function hideFirstSteps({ db, events, now }: StepDeps, userId: string, areHidden: boolean): Promise<void> {
  await mergeSettings({ db, events }, userId, 'app', { areHidden }, now())
}
