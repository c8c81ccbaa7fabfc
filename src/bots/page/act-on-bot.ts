import type { OwnerDeps } from '../owner/own-bots.ts'
import { pauseBot, resumeBot, startBot, stopBot } from '../owner/own-bots.ts'
import type { BotRow } from '../running/runner-queries.ts'

export type OwnerAction = 'start' | 'pause' | 'resume' | 'stop'

export type ActOutcome =
  | { status: 'started' }
  /** The command was sent; it takes effect between two minutes. */
  | { status: 'told' }
  | { status: 'refused'; problem: 'NoPrices' | 'NotDraft' | 'NotRunning' }

const verbs = { pause: pauseBot, resume: resumeBot, stop: stopBot }

export async function actOnBot(deps: OwnerDeps, row: BotRow, act: OwnerAction): Promise<ActOutcome> {
  if (act === 'start') {
    const { status } = await startBot(deps, row)
    if (status === 'started') return { status }
    return { status: 'refused', problem: status === 'no-prices' ? 'NoPrices' : 'NotDraft' }
  }
  const isSent = await verbs[act](deps, row)
  return isSent ? { status: 'told' } : { status: 'refused', problem: 'NotRunning' }
}
