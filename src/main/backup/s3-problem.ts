/** An object store refused or failed a request. The message names the failure, the store and a remedy. */
export class StoreError extends Error {}

/** A request to the store has timed out. */
export class TimeoutError extends Error {
  constructor(readonly ms: number) {
    super(`gave no answer within ${ms / 1000} s.`)
  }
}

export interface StorePlace {
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
export function storeProblem(error: unknown, { bucket, endpoint, region }: StorePlace): unknown {
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
