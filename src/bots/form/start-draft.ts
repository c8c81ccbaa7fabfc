import type { Flash } from '../../pages/flash.ts'
import { type OwnerDeps, startBot } from '../owner/own-bots.ts'
import { findBot } from '../owner/owner-queries.ts'

/** Starts a draft. @returns the message for the owner; a bot that cannot start remains a draft */
export async function startDraft(deps: OwnerDeps, id: string, userId: string): Promise<Flash> {
  const found = await findBot(deps.db, id, userId)
  if (!found) return 'botForm.flashRefused'
  const { status } = await startBot(deps, found.row)
  if (status === 'started') return 'botForm.flashStarted'
  // If the form was sent twice, the other request has started the bot.
  const isRunning = status === 'refused' && (await findBot(deps.db, id, userId))?.row.state === 'running'
  if (isRunning) return 'botForm.flashStarted'
  return status === 'no-prices' ? 'botForm.flashPriceless' : 'botForm.flashRefused'
}
