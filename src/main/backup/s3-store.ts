import { createReadStream } from 'node:fs'
import { ConfigError } from '../../config/config-error.ts'
import type { Config } from '../../config.ts'

/** An object store refused or failed a request. The message names the failure, the store and a remedy. */
export class StoreError extends Error {}

/** A request to the store has timed out. */
export class TimeoutError extends Error {
  constructor(readonly ms: number) {
    super(`gave no answer within ${ms / 1000} s.`)
  }
}

interface StorePlace {
  bucket: string
  endpoint: string | undefined
  region: string | undefined
}

const remedies: [codes: RegExp, problem: string, remedy: string][] = [
  [
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|InvalidToken|ExpiredToken)$/,
    'does not accept the keys',
    'Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_REGION.',
  ],
  [
    /^(AccessDenied|AllAccessDisabled|Forbidden)$/,
    'refuses access',
    'Allow these keys to list, read, write and delete objects in the bucket.',
  ],
  [/^NoSuchBucket$/, 'has no such bucket', 'Make the bucket, or name another.'],
  [
    /^(PermanentRedirect|TemporaryRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException)$/,
    'has the bucket in another region',
    'Set S3_REGION, and S3_ENDPOINT where it names a region.',
  ],
  [/^RequestTimeTooSkewed$/, 'says that the clock of this machine is wrong', 'Set the clock.'],
  [/^(InternalError|ServiceUnavailable|SlowDown|RequestTimeout)$/, 'could not do it', 'Try again later.'],
  [/^(QuotaExceeded|EntityTooLarge|StorageFull|XMinioStorageFull)$/, 'has no room', 'Make room there.'],
  [
    /^(Connection|DNS|TLS|Timeout|FailedToOpenSocket|Unreachable)|CERT|SELF_SIGNED|ERR_TLS/i,
    'cannot be reached',
    'Check S3_ENDPOINT and the network.',
  ],
]

/** @returns StoreError, or the given error unchanged if the store did not cause it, e.g. a full disk or an abort */
function storeProblem(error: unknown, { bucket, endpoint, region }: StorePlace): unknown {
  const where = `s3://${bucket}: the store at ${endpoint ?? `Amazon S3, region ${region ?? 'us-east-1'},`}`
  if (error instanceof TimeoutError)
    return new StoreError(`${where} ${error.message}\nCheck S3_ENDPOINT and the network.`, { cause: error })
  if (!(error instanceof Error) || error.name !== 'S3Error') return error
  const code = 'code' in error ? String(error.code) : 'UnknownError'
  const [, problem, remedy] = remedies.find(([codes]) => codes.test(code)) ?? [
    undefined,
    'gave an answer that is not understood',
    'Check that S3_ENDPOINT is the address of an S3-compatible store.',
  ]
  const words = /unexpected error/.test(error.message) ? code : `${code}: ${error.message.replace(/[\s.]+$/, '')}`
  return new StoreError(`${where} ${problem} (${words}).\n${remedy}`, { cause: error })
}

export interface S3Address {
  bucket: string
  /** Key of an object, or of a folder if it ends with a slash; empty for the whole bucket */
  key: string
}

/** Methods throw StoreError with the failure, the store and a remedy. */
export interface S3Store {
  /** Lists the keys that begin with a prefix, sorted */
  list(prefix: string): Promise<string[]>
  has(key: string): Promise<boolean>
  /**
   * Uploads a file atomically: the whole object appears, or nothing. Bun's writer is ended only after the whole file
   * was written: Bun 1.4 completes an upload however its writer ends (https://github.com/oven-sh/bun/pull/43134), and
   * may end with fewer bytes after a failure (https://github.com/oven-sh/bun/issues/43133).
   */
  upload(path: string, key: string, signal?: AbortSignal): Promise<void>
  /** Downloads an object into a file. @returns false if the object does not exist. @throws file system errors, too */
  download(key: string, path: string): Promise<boolean>
  remove(key: string): Promise<void>
}

/** Min size of an upload part, bytes; one part is in memory at a time. */
const minPartSize = 8 * 1024 * 1024
/** Max number of parts of an upload; see https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const maxParts = 10_000
/** Max bytes read from the file at once */
const chunkSize = 1024 * 1024

/** Timeouts of requests to the store, ms */
export interface StoreTimeouts {
  answerMs: number
  /** Timeout of one part of an upload: allows rates down to 14 KB/s */
  partMs: number
}

/** @returns the store's address; undefined if the place is a file path */
export function s3AddressOf(place: string): S3Address | undefined {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]*)\/*(.*)$/s.exec(place) ?? []
  return place.startsWith('s3://') ? { bucket, key } : undefined
}

/** Opens the object store. @throws ConfigError if the bucket or keys are missing, or on Node */
export function openStore(
  config: Config,
  bucket: string,
  { answerMs, partMs }: StoreTimeouts = { answerMs: 60_000, partMs: 600_000 },
): S3Store {
  const client = createClient(config, bucket)
  const place = { bucket, endpoint: config.S3_ENDPOINT, region: config.S3_REGION }
  const ask = async <Result>(work: () => Promise<Result>, ms: number, signal?: AbortSignal): Promise<Result> => {
    try {
      return await inTime(work(), ms, signal)
    } catch (error) {
      throw storeProblem(error, place)
    }
  }
  const list = (options: Bun.S3ListObjectsOptions) => ask(() => client.list(options), answerMs)
  return {
    list: (prefix) => listKeys(list, prefix),
    // Sends a list request instead of HEAD: the answer to HEAD has no body, so a refusal would give only its status
    // code.
    has: async (key) => (await list({ prefix: key, maxKeys: 1 })).contents?.[0]?.key === key,
    upload: async (path, key, signal) => {
      const { size } = Bun.file(path)
      const partSize = Math.max(minPartSize, Math.ceil(size / maxParts))
      const writer = client.file(key).writer({ partSize, queueSize: 1, type: 'application/gzip' })
      for await (const chunk of createReadStream(path, { highWaterMark: chunkSize })) {
        signal?.throwIfAborted()
        writer.write(chunk)
        await ask(async () => writer.flush(), partMs, signal)
      }
      await ask(async () => writer.end(), partMs, signal)
      const stored = await ask(() => client.size(key), answerMs)
      if (stored === size) return
      await ask(() => client.delete(key), answerMs)
      throw new StoreError(`s3://${bucket}/${key}: only ${stored} of ${size} bytes arrived.\nTry again.`)
    },
    download: async (key, path) => {
      try {
        await Bun.write(path, client.file(key))
        return true
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'NoSuchKey') return false
        throw storeProblem(error, place)
      }
    },
    remove: (key) => ask(() => client.delete(key), answerMs),
  }
}

/**
 * Rejects after a timeout or an abort, because Bun waits forever and cannot cancel a request. @throws TimeoutError, or
 * the signal's reason
 */
async function inTime<Result>(work: Promise<Result>, ms: number, signal?: AbortSignal): Promise<Result> {
  const ending = Promise.withResolvers<never>()
  const timer = setTimeout(() => ending.reject(new TimeoutError(ms)), ms)
  const stop = () => ending.reject(signal?.reason)
  signal?.addEventListener('abort', stop)
  try {
    return await Promise.race([work, ending.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

function createClient(config: Config, bucket: string): Bun.S3Client {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (bucket === '') throw new ConfigError('s3:// names no bucket.\nName one: s3://BUCKET/FOLDER/FILE.')
  if (Bun.S3Client === undefined)
    throw new ConfigError(`s3://${bucket} needs Bun.\nRun this with Bun or the single executable, or name a file.`)
  if (S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined)
    throw new ConfigError(`s3://${bucket} needs keys.\nSet S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`)
  return new Bun.S3Client({
    bucket,
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  })
}

async function listKeys(
  list: (options: Bun.S3ListObjectsOptions) => Promise<Bun.S3ListObjectsResponse>,
  prefix: string,
): Promise<string[]> {
  const keys: string[] = []
  let continuationToken: string | undefined
  do {
    const page = await list({ prefix, continuationToken })
    keys.push(...(page.contents ?? []).map(({ key }) => key))
    continuationToken = page.nextContinuationToken
  } while (continuationToken !== undefined)
  return keys.sort()
}
