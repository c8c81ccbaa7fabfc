import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { connectProcesses } from '../src/main/other-processes.ts'
import { openShared } from '../src/main/shared.ts'
import type { MinuteUpdate } from '../src/market/candle.ts'
import { unitsOf } from './doubles/feed.ts'
import { startRole } from './role-processes.ts'
import type { TestMarket } from './ticker-server.ts'
import { until } from './until.ts'

export interface FollowedMarkets {
  /** Opens a market without prices; closes the previous one */
  open(): Promise<TestMarket>
  close(): Promise<void>
}

/**
 * Opens the market as a process with the role `ticker` sees it. This process is the ticker; the feed runs in a separate
 * process.
 */
export async function followMarkets(): Promise<FollowedMarkets> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kurs-followed-'))
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', HISTORY_DAYS: '1' }
  const feed = await startRole({ env: { ...env, ROLES: 'feed' }, past: [] })
  const shared = openShared({ config: readConfig({ ...env, ROLES: 'ticker' }) })
  const others = await connectProcesses(shared)
  const market = await shared.market()
  let [count, joins] = [0, 0]
  shared.events.others.onJoin(() => joins++)
  return {
    open: async () => {
      const before = joins
      await feed.ask({ do: 'renew', source: `demo ${++count}` })
      await feed.ask({ do: 'setState', state: { name: 'live' } })
      await until(() => joins > before && market.state().name === 'live' && !market.state().isBackfilling)
      let updates: MinuteUpdate[] = []
      const emitAll = () => {
        void feed.ask({ do: 'emit', updates })
        updates = []
      }
      return {
        market,
        events: shared.events,
        emitTick: ({ tf: _, ...minute }) => {
          // Updates that arrive in the same tick are sent in one message.
          if (updates.length === 0) queueMicrotask(emitAll)
          updates.push(unitsOf(minute))
        },
        setState: (state) => void feed.ask({ do: 'setState', state }),
      }
    },
    close: async () => {
      await shared.close()
      await others.disposeAsync()
      await feed.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
