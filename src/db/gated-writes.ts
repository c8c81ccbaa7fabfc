import type { Logger } from '../log/logger.ts'
import { type ConnectionSettings, isBusy } from './connection-settings.ts'
import type { DbObserver } from './db-observer.ts'
import { UnreachableError } from './unreachable.ts'
import { causesOf, createTroubleLog, UnwritableError, unwritableReason } from './unwritable.ts'
import { createWriteGate, type WriteLane } from './write-gate.ts'

export interface GatedWritesOptions {
  name: string
  settings: ConnectionSettings
  isFile: boolean
  log: Pick<Logger, 'error' | 'info'> | undefined
  observer?: DbObserver | undefined
}

export interface GatedWrites {
  /** Queues a write and runs it. @throws UnwritableError without disk space or permission */
  run<T>(statement: () => Promise<T>, lane?: WriteLane): Promise<T>
  idle(): Promise<void>
}

/** Creates a gate that runs one write at a time and retries while the file is busy. */
export function createGatedWrites({ name, settings, isFile, log, observer }: GatedWritesOptions): GatedWrites {
  const gate = createWriteGate({
    isBusy,
    // Reconnects before a retry: after SQLITE_BUSY the driver's connection keeps failing until it is reopened
    // (libsql-client-ts #288).
    recover: async () => {
      observer?.wasBusy()
      if (isFile) await settings.reconnect()
    },
  })
  const trouble = log && createTroubleLog(log)
  return {
    idle: gate.idle,
    run: async (statement, lane) => {
      const askedAt = performance.now()
      let hasBegun = false
      try {
        const result = await gate.run(async () => {
          if (!hasBegun) observer?.waited(performance.now() - askedAt)
          hasBegun = true
          // Applies the settings again, because a failed recovery may have left a new connection without some of them.
          await settings.ensure()
          return statement()
        }, lane)
        trouble?.note(undefined)
        return result
      } catch (error) {
        const reason = unwritableReason(error)
        if (!reason) throw error
        const unwritable = new UnwritableError(name, reason, error)
        // Skips unreachable servers: the connection itself logs that a server does not answer.
        if (!causesOf(error).some((cause) => cause instanceof UnreachableError)) trouble?.note(unwritable)
        throw unwritable
      }
    },
  }
}
