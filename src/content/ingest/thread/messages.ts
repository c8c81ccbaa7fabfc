import type { DbOptions } from '../../../db/client.ts'
import { UnwritableError } from '../../../db/unwritable.ts'
import type { ImageRow, Measurement, TooLarge } from '../images.ts'
import type { IngestOptions, IngestReport } from '../ingest.ts'

export interface IngestSetup {
  database: Pick<DbOptions, 'url' | 'authToken'>
  contentDir: string
  embeds?: readonly string[] | undefined
}

/** Requests from the worker to the main thread, which has the files and pictures; one at a time */
export type Question =
  | { kind: 'measure' | 'prepare'; src: string; known?: ImageRow | undefined }
  | { kind: 'serves'; path: string }
export type Answer = Measurement | ImageRow | TooLarge | boolean | undefined

/** Messages to the worker. `now`: ms UTC. @property only  files to which the run is limited; all by default */
export type ToThread =
  | ({ kind: 'run'; setup: IngestSetup; now: number } & Pick<IngestOptions, 'only' | 'pictures'>)
  | { kind: 'answer'; id: number; answer: Answer }
  /** Stops the current run: it fails at the next file. */
  | { kind: 'stop' }
  | { kind: 'close' }

export type FromThread =
  | { kind: 'question'; id: number; question: Question }
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'done'; report: IngestReport }
  | { kind: 'failed'; error: SerializedError }
  | { kind: 'error'; message: string; cause: string }
  | { kind: 'info'; message: string }
  | { kind: 'closed' }

/** An error that is sent between threads: its message, and the fields that callers check */
interface SerializedError {
  message: string
  /** Error code of the driver or the system */
  code: string | undefined
  path: string | undefined
  unwritable: Pick<UnwritableError, 'database' | 'reason'> | undefined
  cause: SerializedError | undefined
}

export function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) {
    return { message: String(error), code: undefined, path: undefined, unwritable: undefined, cause: undefined }
  }
  return {
    message: error.message,
    code: 'code' in error ? String(error.code) : undefined,
    path: 'path' in error ? String(error.path) : undefined,
    unwritable: error instanceof UnwritableError ? { database: error.database, reason: error.reason } : undefined,
    cause: error.cause === undefined ? undefined : serializeError(error.cause),
  }
}

export function deserializeError({ message, code, path, unwritable, cause }: SerializedError): Error {
  const from = cause && deserializeError(cause)
  if (unwritable) return new UnwritableError(unwritable.database, unwritable.reason, from)
  const error = new Error(message, from && { cause: from })
  return Object.assign(error, code !== undefined && { code }, path !== undefined && { path })
}
