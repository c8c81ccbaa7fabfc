import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config.ts'
import { type FileLock, takeFileLock } from '../db/file-lock.ts'
import { openHub } from '../events/socket/hub.ts'
import { openPeer } from '../events/socket/peer.ts'
import { socketPathOf } from '../events/socket/socket-path.ts'
import type { Shared } from './shared.ts'

/** The role `feed` is alone on its data folder, and carries events for all. @throws ConfigError when there is one */
export async function meetOthers({
  config,
  events,
  log,
}: Pick<Shared, 'config' | 'events' | 'log'>): Promise<AsyncDisposableStack> {
  const { dataDir, ROLES } = config
  const met = new AsyncDisposableStack()
  const isFeed = ROLES.includes('feed')
  try {
    mkdirSync(dataDir, { recursive: true })
    if (isFeed) met.defer(claimFeed(config))
    const socket = socketPathOf(dataDir)
    const open = isFeed ? openHub : openPeer
    const transport = await events.connect((listener) => open({ socket, log }, listener))
    met.defer(transport.close)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const cause = error instanceof Error ? error.message : String(error)
    log.warn('Events do not pass between processes: no socket in the data folder', { folder: dataDir, cause })
  }
  return met
}

/** Whoever writes prices holds it. @returns nothing while another process does */
export function takeFeedLock(dataDir: string): FileLock | undefined {
  return takeFileLock(join(dataDir, 'feed.lock'))
}

/** @returns gives it back */
function claimFeed({ dataDir, ROLES }: Config): () => void {
  const lock = takeFeedLock(dataDir)
  if (lock) return lock.release
  throw new ConfigError(
    `ROLES=${ROLES}: another process follows prices for DATA_DIR=${dataDir} already, and only one may.\nStop it, or leave "feed" out of the roles of this one.`,
  )
}
