import { LibsqlError } from '@libsql/client/sqlite3'
import type { Logger } from '../log/logger.ts'
import { UnreachableError } from './unreachable.ts'
import { CrowdedError } from './write-gate.ts'

const reasons = ['full', 'read-only', 'busy', 'failing', 'unreachable', 'crowded'] as const
export type UnwritableReason = (typeof reasons)[number]

/** A write that could not be made for want of room, of the right to write, or of an answer; nothing of it was written. */
export class UnwritableError extends Error {
  readonly whenOver: string

  constructor(
    /** The file's name, or the server */
    readonly database: string,
    readonly reason: UnwritableReason,
    cause: unknown,
  ) {
    super(`${database} cannot be written: ${wordsOf[reason]}`, { cause })
    this.whenOver = `${database} can be written again`
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

/** Undefined when the write itself was wrong. */
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

/** Why a database cannot be used just now, however deep in an error; undefined when something else is wrong. */
export function databaseTrouble(error: unknown): UnwritableError | UnreachableError | undefined {
  return causesOf(error).find((cause) => cause instanceof UnwritableError || cause instanceof UnreachableError)
}

/** For writes that nothing depends on: their database tells of the trouble by itself. @throws whatever else it is given */
export function ignoreUnwritable(error: unknown): void {
  if (!(error instanceof UnwritableError)) throw error
}

export function causesOf(error: unknown): unknown[] {
  return error instanceof Error && error.cause ? [error, ...causesOf(error.cause)] : [error]
}

export interface TroubleLog {
  /** After each write or answer: what was wrong with it, if anything */
  note(error: UnwritableError | UnreachableError | undefined): void
}

const quietMs = 60_000

/** Says when a database stops taking writes, or answering, and when that is over: once a minute at most. */
export function createTroubleLog(log: Pick<Logger, 'error' | 'info'>, now = () => performance.now()): TroubleLog {
  let trouble: UnwritableError | UnreachableError | undefined
  let saidAt = Number.NEGATIVE_INFINITY
  return {
    note: (error) => {
      if (error) {
        if (now() - saidAt >= quietMs) {
          saidAt = now()
          log.error(error.message, error.cause)
          trouble = error
        }
      } else if (trouble) {
        log.info(trouble.whenOver)
        trouble = undefined
      }
    },
  }
}
