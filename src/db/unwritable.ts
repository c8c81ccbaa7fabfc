import { LibsqlError } from '@libsql/client/sqlite3'
import type { Logger } from '../log/logger.ts'
import { UnreachableError } from './unreachable.ts'
import { CrowdedError } from './write-gate.ts'

const reasons = ['full', 'read-only', 'busy', 'failing', 'unreachable', 'crowded'] as const
export type UnwritableReason = (typeof reasons)[number]

/** A write failed because of disk space, permissions or the server. No part of a write to a file was applied. */
export class UnwritableError extends Error {
  readonly recoveryMessage: string

  constructor(
    /** Name of the file, or URL of the server */
    readonly database: string,
    readonly reason: UnwritableReason,
    cause: unknown,
  ) {
    super(`${database} cannot be written: ${wordsOf[reason]}`, { cause })
    this.recoveryMessage = `${database} can be written again`
  }
}

const wordsOf: Record<UnwritableReason, string> = {
  full: 'the disk is full',
  'read-only': 'its file or folder is read-only',
  busy: 'another process has kept it locked',
  failing: 'the disk fails',
  unreachable: 'its server does not answer',
  crowded: 'too many writes are waiting',
}

/** Returns the reason why a write is impossible; undefined if the statement itself is invalid. */
export function unwritableReason(error: unknown): UnwritableReason | undefined {
  for (const cause of causesOf(error)) {
    if (cause instanceof CrowdedError) return 'crowded'
    if (cause instanceof UnreachableError) return 'unreachable'
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (/^SQLITE_FULL/.test(code)) return 'full'
    if (/^SQLITE_READONLY/.test(code)) return 'read-only'
    if (/^SQLITE_BUSY/.test(code)) return 'busy'
    if (/^SQLITE_(IOERR|CANTOPEN)/.test(code)) return 'failing'
    if (/^(ECONN|ENOTFOUND|ETIMEDOUT|EAI_|ConnectionRefused|FailedToOpenSocket)/.test(code)) return 'unreachable'
    if (cause instanceof LibsqlError && /^(SERVER_ERROR|HRANA_WEBSOCKET_ERROR)$/.test(code)) return 'unreachable'
  }
  return undefined
}

/** Returns the error that explains why a database cannot be used, at any depth; undefined for other errors. */
export function databaseTrouble(error: unknown): UnwritableError | UnreachableError | undefined {
  return causesOf(error).find((cause) => cause instanceof UnwritableError || cause instanceof UnreachableError)
}

/** Ignores trouble of writes on which nothing depends: the database logs the trouble itself. @throws any other error */
export function ignoreUnwritable(error: unknown): void {
  if (!(error instanceof UnwritableError)) throw error
}

export function causesOf(error: unknown): unknown[] {
  return error instanceof Error && error.cause ? [error, ...causesOf(error.cause)] : [error]
}

export interface TroubleLog {
  /** Call after each write or answer; pass its error, if there is one */
  note(error: UnwritableError | UnreachableError | undefined): void
}

const quietMs = 60_000

/**
 * Creates a log of database trouble: logs when a database stops accepting writes or answering, at most once a minute,
 * and when that is over.
 */
export function createTroubleLog(log: Pick<Logger, 'error' | 'info'>, now = () => performance.now()): TroubleLog {
  let trouble: UnwritableError | UnreachableError | undefined
  let loggedAt = Number.NEGATIVE_INFINITY
  return {
    note: (error) => {
      if (error) {
        if (now() - loggedAt >= quietMs) {
          loggedAt = now()
          log.error(error.message, error.cause)
          trouble = error
        }
      } else if (trouble) {
        log.info(trouble.recoveryMessage)
        trouble = undefined
      }
    },
  }
}
