import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config.ts'
import { connectRedis } from '../events/redis/connection.ts'
import { openRedis } from '../events/redis/open-redis.ts'
import { type RedisPlace, redisPlaceOf } from '../events/redis/place.ts'
import { acquireFeedLease, type FeedLease, type FeedLeaseOptions } from './feed-lease.ts'
import { watchRedis } from './metrics/domain-metrics.ts'
import { ServiceError } from './service-error.ts'
import type { ConnectionDeps } from './shared.ts'

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

/** @returns undefined while a server holds the lease. @throws AwayError without Redis */
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

/** The Redis client is part of Bun; a process on Node would try to connect forever. @throws ConfigError */
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
