import type { Flash } from '../../pages/flash.ts'
import { type OwnerDeps, startBot } from '../owner/own-bots.ts'
import { findBot } from '../owner/owner-queries.ts'

/** @returns what to tell its owner: it stays a draft where it cannot begin */
export async function startDraft(deps: OwnerDeps, id: string, userId: string): Promise<Flash> {
  const found = await findBot(deps.db, id, userId)
  if (!found) return 'botForm.flashRefused'
  const { status } = await startBot(deps, found.row)
  if (status === 'started') return 'botForm.flashStarted'
  // A form that was sent twice: the other send has started it.
  const isRunning = status === 'refused' && (await findBot(deps.db, id, userId))?.row.state === 'running'
  if (isRunning) return 'botForm.flashStarted'
  return status === 'no-prices' ? 'botForm.flashPriceless' : 'botForm.flashRefused'
}
