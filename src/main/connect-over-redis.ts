import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config.ts'
import { connectRedis, type RedisConnection, type RedisPlace, redisPlaceOf } from '../events/redis/connection.ts'
import { openRedis } from '../events/redis/open-redis.ts'
import { newLeaseOwner, ownerHasEnded } from '../jobs/lease-owner.ts'
import { watchRedis } from './metrics/domain-metrics.ts'
import type { ConnectionDeps } from './shared.ts'
import { ServiceError } from './start-errors.ts'

/** Time without renewal after which the feed lease expires and another process may follow prices, ms */
export const leaseMs = 6000
const renewEveryMs = 1500
const pollEveryMs = 250

const takeOverScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  return 1`
/** Renews the lease. A lease without an owner is taken back, because Redis may have been restarted empty. */
const renewScript = `
  local held = redis.call('GET', KEYS[1])
  if held and held ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1`
const releaseScript = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"

interface FeedLeaseOptions {
  place: Pick<RedisPlace, 'feedLease'>
  run: RedisConnection['run']
  signal?: AbortSignal | undefined
  /** Called when another process has taken the lease */
  onLost(): void
}

export interface FeedLease {
  release(): Promise<void>
}

/**
 * Acquires the lease to follow prices, across machines. Waits until the lease of a killed process expires. A process
 * may lose the lease while Redis is unreachable; `takeOverWriting` ensures that the old owner cannot write after a new
 * owner began. @returns undefined while another process holds the lease. @throws Error without a connection, or the
 * signal's reason
 */
export async function acquireFeedLease(options: FeedLeaseOptions): Promise<FeedLease | undefined> {
  const { place, run, signal, onLost } = options
  const [key, leaseOwner] = [place.feedLease, newLeaseOwner()]
  const giveUpAt = performance.now() + leaseMs + pollEveryMs
  while (!(await acquire(run, key, leaseOwner))) {
    signal?.throwIfAborted()
    if (performance.now() > giveUpAt) return undefined
    await Bun.sleep(pollEveryMs)
  }
  const stop = renewPeriodically(async () => {
    // Without Redis no other process can take the lease, so count it as held.
    const isHeld = await run('EVAL', renewScript, '1', key, leaseOwner, `${leaseMs}`).catch(() => 1)
    if (isHeld === 0) onLost()
    return isHeld !== 0
  })
  return {
    release: async () => {
      stop()
      await run('EVAL', releaseScript, '1', key, leaseOwner).catch(() => undefined)
    },
  }
}

/** Renews the lease periodically. Not a timetable job, because it must run until everything else has ended. */
function renewPeriodically(renewed: () => Promise<boolean>): () => void {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    timer = setTimeout(async () => {
      if ((await renewed()) && !isStopped) wait()
    }, renewEveryMs)
  }
  wait()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

async function acquire(run: RedisConnection['run'], key: string, leaseOwner: string): Promise<boolean> {
  if ((await run('SET', key, leaseOwner, 'NX', 'PX', `${leaseMs}`)) === 'OK') return true
  const currentOwner = await run('GET', key)
  if (typeof currentOwner !== 'string' || !ownerHasEnded(currentOwner)) return false
  return (await run('EVAL', takeOverScript, '1', key, currentOwner, leaseOwner, `${leaseMs}`)) === 1
}

/**
 * Connects to other processes over Redis. Roles other than `feed` start without Redis and show what the databases
 * contain.
 * @throws AwayError for `feed`, which must be sure that it is the only one
 */
export async function connectOverRedis(shared: ConnectionDeps, url: string): Promise<AsyncDisposableStack> {
  requireBun()
  const { config, events, giveUp, log, metrics, signal } = shared
  const place = redisPlaceOf(url, config.REDIS_PREFIX)
  await using connected = new AsyncDisposableStack()
  const redis = await events.connect((listener) => openRedis({ place, log }, listener))
  connected.defer(redis.close)
  watchRedis(metrics.registry, redis)
  if (config.ROLES.includes('feed')) {
    const onLost = () => giveUp(new Error(`Another process has taken the lease ${place.feedLease}`))
    const lease = await claimFeed(config, { place, run: redis.run, signal, onLost })
    connected.defer(lease.release)
  }
  return connected.move()
}

/**
 * Acquires the lease for a command. @returns undefined while a server holds the lease. @throws AwayError without Redis
 */
export async function leaseForCommand({ REDIS_PREFIX }: Config, url: string): Promise<FeedLease | undefined> {
  requireBun()
  const place = redisPlaceOf(url, REDIS_PREFIX)
  const take = async () => {
    const connection = await connectRedis(url, () => {})
    const lease = await acquireFeedLease({ place, run: connection.run, onLost: () => {} })
    if (lease) return { release: () => lease.release().finally(connection.close) }
    connection.close()
    return undefined
  }
  return take().catch((error: unknown) => {
    throw unusable(place, error, 'Start Redis: without it, this command cannot check whether a server follows prices.')
  })
}

/**
 * Refuses to run on Node: the Redis client is part of Bun, and a process on Node would try to connect forever. @throws
 * ConfigError
 */
function requireBun(): void {
  if (process.versions.bun) return
  throw new ConfigError('REDIS_URL needs Bun: run this process with it, or leave REDIS_URL out.')
}

interface Claim extends FeedLeaseOptions {
  place: RedisPlace
}

async function claimFeed({ ROLES }: Config, claim: Claim): Promise<FeedLease> {
  const { name, feedLease } = claim.place
  const lease = await acquireFeedLease(claim).catch((error: unknown) => {
    claim.signal?.throwIfAborted()
    const advice = `Start Redis, or leave "feed" out of ROLES=${ROLES}: without Redis this process cannot check that no other one follows prices.`
    throw unusable(claim.place, error, advice)
  })
  if (lease) return lease
  throw new ServiceError(
    `ROLES=${ROLES}: another process follows prices already, and only one may: it holds ${feedLease} in Redis at ${name}.\nStop it, or leave "feed" out of the roles of this one. If it is of another installation, set REDIS_PREFIX.`,
  )
}

function unusable({ name }: RedisPlace, error: unknown, advice: string): ServiceError {
  const cause = error instanceof Error ? error.message : String(error)
  return new ServiceError(`REDIS_URL: Redis at ${name} cannot be used: ${cause}.\n${advice}`)
}
