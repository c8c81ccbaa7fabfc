import { type Client, LibsqlError } from '@libsql/client/sqlite3'
import { causesOf } from './unwritable.ts'
import { retryWhileBusy } from './write-gate.ts'

export interface SettingsOptions {
  readOnly: boolean
  durability: 'full' | 'normal'
}

/** Settings of a connection, which are lost at each reconnect and must be applied again. */
export interface ConnectionSettings {
  apply(): Promise<void>
  /** Applies the settings again if the last attempt has failed. */
  ensure(): Promise<void>
  reconnect(): Promise<void>
}

/** @param pragmas  settings to apply; empty for a server, which has its own settings */
export function createSettings(client: Client, pragmas: readonly string[]): ConnectionSettings {
  let areApplied = false
  const set = async () => {
    areApplied = false
    for (const pragma of pragmas) await client.execute(`pragma ${pragma}`)
    areApplied = true
  }
  // Retries while the file is busy: a new file is locked while another process switches it to WAL mode.
  const apply = () => retryWhileBusy(set, { isBusy, recover: async () => client.reconnect() })
  return {
    apply,
    ensure: async () => {
      if (!areApplied) await apply()
    },
    reconnect: async () => {
      client.reconnect()
      await apply()
    },
  }
}

/** Page cache of 64 MiB instead of 2, because the word tables of the search are read and written at random. */
const cacheSize = 'cache_size = -65536'

export function pragmasOf({ readOnly, durability }: SettingsOptions): string[] {
  return [
    // Waits only briefly, because waiting inside the driver blocks the whole process; the write gate does the long
    // waiting.
    'busy_timeout = 100',
    cacheSize,
    ...(readOnly
      ? ['query_only = 1']
      : [
          'journal_mode = wal',
          `synchronous = ${durability}`,
          'wal_autocheckpoint = 8000',
          // Max size of the WAL after a checkpoint; it may grow larger during a long read.
          `journal_size_limit = ${64 * 1024 * 1024}`,
          'foreign_keys = on',
        ]),
  ]
}

export function isBusy(error: unknown): boolean {
  return causesOf(error).some((cause) => cause instanceof LibsqlError && cause.code.startsWith('SQLITE_BUSY'))
}
