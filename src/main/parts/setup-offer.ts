import { join } from 'node:path'
import { offerSetupLink } from '../../auth/link.ts'
import { hasAdministrators } from '../../auth/link-queries.ts'
import { readSecret } from '../../config/secret.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import { type FileLock, takeFileLock } from '../../db/file-lock.ts'
import type { Jobs, Recurring } from '../../jobs/jobs.ts'
import { paths } from '../../paths.ts'

export interface SetupOfferOptions {
  config: Pick<Config, 'dataDir' | 'SECRET'>
  db: Db
  /** Origin of the site */
  url: string
  jobs: Pick<Jobs, 'every'>
  now?: (() => number) | undefined
  /** Prints the link if this process starts to offer it later */
  print?: ((text: string) => void) | undefined
}

export interface SetupOffer {
  /** Link that this process should print; undefined if another process prints the link or an administrator exists */
  url: string | undefined
  close(): Promise<void>
}

/** Other processes check whether the printing process has ended. */
export const setupJob: Recurring = { role: 'web', every: 5000, name: 'setup-offer' }

/**
 * Offers the link for creating the first administrator. One process per data folder prints the link; when that process
 * ends, another one prints it.
 */
export async function offerSetup(options: SetupOfferOptions): Promise<SetupOffer> {
  const { config, db, url, jobs, now = Date.now, print = printLine } = options
  const opened = new AsyncDisposableStack()
  const offer = async () => {
    const token = await offerSetupLink(db, readSecret(config.dataDir, config.SECRET), now())
    return token === undefined ? undefined : `${url}${paths.setup}?token=${token}`
  }
  const mayPrint = () => {
    const lock = takeSetupLock(config.dataDir)
    if (lock) opened.defer(lock.release)
    return lock !== undefined
  }
  const close = () => opened.disposeAsync()
  if (await hasAdministrators(db)) return { url: undefined, close }
  if (mayPrint()) return { url: await offer(), close }
  let isDone = false
  const look = async () => {
    if (isDone) return
    isDone = await hasAdministrators(db)
    if (isDone || !mayPrint()) return
    isDone = true
    const taken = await offer()
    if (taken !== undefined) print(setupLine(taken))
  }
  opened.defer(jobs.every(setupJob.every, setupJob.name, look))
  return { url: undefined, close }
}

export function setupLine(url: string): string {
  return `Create the first administrator at ${url}\n`
}

/** Takes the lock for printing the link. Without write access every process prints it, which is better than no link. */
function takeSetupLock(dataDir: string): FileLock | undefined {
  try {
    return takeFileLock(join(dataDir, 'setup.lock'))
  } catch {
    return { release: () => undefined }
  }
}

function printLine(text: string): void {
  process.stderr.write(text)
}
