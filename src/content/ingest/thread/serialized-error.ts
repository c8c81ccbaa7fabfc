import { UnwritableError } from '../../../db/unwritable.ts'

/** An error that is sent between threads: its message, and the fields that callers check */
export interface SerializedError {
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
