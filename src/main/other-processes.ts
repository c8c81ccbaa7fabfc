import { join } from 'node:path'
import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config.ts'
import { type FileLock, takeFileLock } from '../db/file-lock.ts'
import { openHub, socketPathOf } from '../events/socket/hub.ts'
import { openPeer } from '../events/socket/peer.ts'
import { rootMessage, writeProblemOf } from './data-problem.ts'
import { makeDataFolder } from './databases.ts'
import type { ConnectionDeps } from './shared.ts'
import { DataError } from './start-errors.ts'

/**
 * Connects to the other processes of the installation. Only one process may have the role `feed`, so a process with
 * this role needs the lock. Without a socket the process still runs, and its events stay inside it. @throws ConfigError
 * or AwayError when another process has the role or Redis is unavailable; DataError when the lock file cannot be used
 */
export async function connectProcesses(shared: ConnectionDeps): Promise<AsyncDisposableStack> {
  const { config, log } = shared
  const { dataDir, ROLES, REDIS_URL } = config
  await using connected = new AsyncDisposableStack()
  if (ROLES.includes('feed')) {
    await makeDataFolder(config)
    connected.defer(claimFeed(config))
  }
  try {
    await makeDataFolder(config)
    if (REDIS_URL === undefined) connected.defer(await connectOverSocket(shared))
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    log.warn('Cannot exchange events with other processes: no socket in the data folder', { folder: dataDir, cause })
  }
  if (REDIS_URL !== undefined)
    connected.use(await (await import('./connect-over-redis.ts')).connectOverRedis(shared, REDIS_URL))
  return connected.move()
}

/**
 * Connects over a socket in the data folder; the process with `feed` is the hub.
 * @returns a function that disconnects
 */
async function connectOverSocket({ config, events, log }: ConnectionDeps): Promise<() => Promise<void>> {
  const socket = socketPathOf(config.dataDir)
  const open = config.ROLES.includes('feed') ? openHub : openPeer
  const transport = await events.connect((listener) => open({ socket, log }, listener))
  return transport.close
}

/**
 * Locks price writing for a command.
 * @returns undefined while a server writes prices.
 * @throws AwayError without Redis, DataError if the lock file cannot be used
 */
export async function lockFeedForCommand(config: Config): Promise<AsyncDisposableStack | undefined> {
  const { dataDir, REDIS_URL } = config
  const lock = takeFeedLock(dataDir)
  if (!lock) return undefined
  await using borrowed = new AsyncDisposableStack()
  borrowed.defer(lock.release)
  if (REDIS_URL !== undefined) {
    const lease = await (await import('./connect-over-redis.ts')).leaseForCommand(config, REDIS_URL)
    if (!lease) return undefined
    borrowed.defer(lease.release)
  }
  return borrowed.move()
}

/**
 * Takes the lock for writing prices on this machine. @returns undefined while another process holds the lock. @throws
 * DataError if the lock file cannot be used: then it is unknown whether another process writes prices
 */
function takeFeedLock(dataDir: string): FileLock | undefined {
  const path = join(dataDir, 'feed.lock')
  try {
    return takeFileLock(path)
  } catch (error) {
    const problem =
      writeProblemOf(path, error) ??
      `${path} cannot be locked: ${rootMessage(error)}.\nIt holds no data: stop every process that uses this folder, remove the file and start again.`
    throw new DataError(problem, { cause: error })
  }
}

/** Takes the feed lock for this process. @returns a function that releases the lock */
function claimFeed({ dataDir, ROLES }: Config): () => void {
  const lock = takeFeedLock(dataDir)
  if (lock) return lock.release
  throw new ConfigError(
    `ROLES=${ROLES}: another process follows prices for DATA_DIR=${dataDir} already, and only one may.\nStop it, or leave "feed" out of the roles of this one.`,
  )
}
