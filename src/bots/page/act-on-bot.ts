import type { OwnerDeps } from '../owner/own-bots.ts'
import { startBot, stopAct, tellBot } from '../owner/own-bots.ts'
import type { BotRow } from '../running/runner-queries.ts'

export type OwnersAct = 'start' | 'pause' | 'resume' | 'stop'

export type ActOutcome =
  | { status: 'started' }
  /** Takes effect between two minutes */
  | { status: 'told' }
  | { status: 'refused'; problem: 'NoPrices' | 'NotDraft' | 'NotRunning' }

export async function actOnBot(deps: OwnerDeps, row: BotRow, act: OwnersAct): Promise<ActOutcome> {
  if (act === 'start') {
    const { status } = await startBot(deps, row)
    if (status === 'started') return { status }
    return { status: 'refused', problem: status === 'no-prices' ? 'NoPrices' : 'NotDraft' }
  }
  // Who has seen half of a minute does not sell at its beginning.
  const after = deps.market.current(row.asset, 1)?.openTime
  const told = await tellBot(deps, row.id, act === 'stop' ? { ...stopAct, after } : { do: act })
  return told ? { status: 'told' } : { status: 'refused', problem: 'NotRunning' }
}
