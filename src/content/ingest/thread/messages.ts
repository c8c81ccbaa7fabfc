import type { DbOptions } from '../../../db/client.ts'
import type { ImageRow, Measurement, TooLarge } from '../images.ts'
import type { IngestOptions, IngestReport } from '../ingest.ts'
import type { SerializedError } from './serialized-error.ts'

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
