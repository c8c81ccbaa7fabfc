import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RedisClient } from 'bun'
import { endedHolder } from '../../tests/ended-holder.ts'
import { type RedisServer, redisProgram, startRedis } from '../../tests/redis-server.ts'
import { until } from '../../tests/until.ts'
import { readConfig } from '../config.ts'
import { createSharedEvents } from '../events/shared-events.ts'
import { createLogger } from '../log/logger.ts'
import { acquireFeedLease, type FeedLease } from './connect-over-redis.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import { connectProcesses, lockFeedForCommand } from './other-processes.ts'
import { ServiceError } from './start-errors.ts'

setDefaultTimeout(60_000)

describe.skipIf(!redisProgram)('the feed lease', () => {
  let redis: RedisServer
  let client: RedisClient
  let keys = 0
  const leases: FeedLease[] = []
  beforeAll(async () => {
    redis = await startRedis()
    client = new RedisClient(redis.url)
    await client.connect()
  })
  afterEach(async () => {
    for (const { release } of leases.splice(0)) await release()
  })
  afterAll(async () => {
    client.close()
    await redis.close()
  })

  const newKey = () => `prices-${++keys}`

  async function take(feedLease: string) {
    const lost: true[] = []
    const run = (command: string, ...args: string[]) => client.send(command, args)
    const lease = await acquireFeedLease({ place: { feedLease }, run, onLost: () => void lost.push(true) })
    if (lease) leases.push(lease)
    return { lease, lost }
  }

  test('is held by one process, renewed, and free at once when released', async () => {
    const key = newKey()
    const first = await take(key)
    const holder = await client.get(key)
    // A second process retries for longer than an unrenewed lease lasts.
    expect((await take(key)).lease).toBeUndefined()
    expect(await client.get(key)).toBe(holder)
    await first.lease?.release()
    expect((await take(key)).lease).toBeDefined()
    expect(first.lost).toEqual([])
  })

  test('is borrowed by a command together with the folder lock, and released with it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kurs-borrowed-'))
    const config = readConfig({ DATA_DIR: dataDir, REDIS_URL: redis.url })
    const [borrowed, again] = [await lockFeedForCommand(config), await lockFeedForCommand(config)]
    expect([await client.exists('kurs:0:feed'), again]).toEqual([true, undefined])
    await borrowed?.disposeAsync()
    expect(await client.exists('kurs:0:feed')).toBe(false)
    const nowhere = readConfig({ DATA_DIR: dataDir, REDIS_URL: 'redis://:hidden@127.0.0.1:1' })
    await expect(lockFeedForCommand(nowhere)).rejects.toThrow(/^REDIS_URL: Redis at 127\.0\.0\.1:1 cannot be used/)
    // The lock in the data folder is free again.
    await (await lockFeedForCommand(config))?.disposeAsync()
    await rm(dataDir, { recursive: true })
  })

  test('is required to follow prices: a process without it or without Redis does not start', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'kurs-refused-'))
    const log = createLogger({ level: 'silent', write: () => {} })
    const meet = async (env: Record<string, string>) => {
      const config = readConfig({ DATA_DIR: dataDir, ROLES: 'feed', REDIS_PREFIX: 'refused', ...env })
      const met = await connectProcesses({
        config,
        events: createSharedEvents(log),
        log,
        metrics: openMetrics(config, log, undefined),
        signal: undefined,
        giveUp: () => {},
      })
      await met.disposeAsync()
    }
    await client.send('SET', ['refused:0:feed', 'another', 'PX', '60000'])
    const refusal = meet({ REDIS_URL: redis.url })
    await expect(refusal).rejects.toThrow(
      'another process follows prices already, and only one may: it holds refused:0:feed',
    )
    await expect(refusal).rejects.toThrow(ServiceError)
    const alone = meet({ REDIS_URL: 'redis://:hidden@127.0.0.1:1' })
    await expect(alone).rejects.toThrow(
      /^REDIS_URL: Redis at 127\.0\.0\.1:1 cannot be used.*\n.*leave "feed" out of ROLES=feed/,
    )
    await client.del('refused:0:feed')
    await meet({ REDIS_URL: redis.url })
    expect(await client.exists('refused:0:feed')).toBe(false)
    await rm(dataDir, { recursive: true })
  })

  test('is free at once if its owner on this machine has ended', async () => {
    const key = newKey()
    await client.send('SET', [key, endedHolder(), 'PX', '3600000'])
    expect((await take(key)).lease).toBeDefined()
  })

  test('is lost once when another takes it; a lease that Redis forgot is taken back', async () => {
    const key = newKey()
    const { lost } = await take(key)
    const own = await client.get(key)
    await client.del(key)
    await until(async () => (await client.get(key)) === own)
    await client.set(key, 'another')
    await until(() => lost.length > 0)
    await leases.splice(0)[0]?.release()
    expect([lost, await client.get(key)]).toEqual([[true], 'another'])
  })
})
