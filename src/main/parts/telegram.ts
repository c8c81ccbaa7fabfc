import { startDomainJobs } from '../domain-jobs.ts'
import type { Shared } from '../shared.ts'
import type { Part } from './part.ts'

/** Hears what people write to the bot. */
export async function startTelegram(shared: Shared): Promise<Part> {
  return { close: await startDomainJobs(shared, 'telegram') }
}
