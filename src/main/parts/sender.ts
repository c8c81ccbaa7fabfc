import { startDomainJobs } from '../domain-jobs.ts'
import type { Shared } from '../shared.ts'
import type { Part } from './part.ts'

/** Sends broadcasts and notices; beside others of its role it shares the rate and the rows with them. */
export async function startSender(shared: Shared): Promise<Part> {
  const { config, log } = shared
  if (!config.TELEGRAM_TOKEN) log.info('Nothing is sent to Telegram: set TELEGRAM_TOKEN')
  const stopDomainJobs = await startDomainJobs(shared, 'sender')
  return { close: stopDomainJobs }
}
