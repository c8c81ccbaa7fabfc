import { expect, setDefaultTimeout, test } from 'bun:test'
import { redisProgram, startRedis } from '../../../tests/redis-server.ts'
import { readConfig } from '../../config.ts'
import { redisPlaceOf } from '../../events/redis/connection.ts'
import { openRedis } from '../../events/redis/open-redis.ts'
import { acquireFeedLease } from '../connect-over-redis.ts'
import { checkRedis } from './redis-check.ts'

setDefaultTimeout(60_000)

test.skipIf(!redisProgram)('doctor reports the number of processes or the problem, without the password', async () => {
  const server = await startRedis('--requirepass', 'hidden')
  const url = server.url.replace('//', '//:hidden@')
  const name = new URL(url).host
  const check = (asked = url) => checkRedis(asked, readConfig({ REDIS_URL: asked }))
  expect(await check()).toEqual([`Redis ${name}: processes 0, prices are not followed`])
  const place = redisPlaceOf(url, 'kurs')
  const log = { info: () => {}, warn: () => {} }
  const redis = await openRedis({ place, log }, { onMessage: () => {}, onJoined: () => {}, onLeft: () => {} })
  const lease = await acquireFeedLease({ place, run: redis.run, onLost: () => {} })
  expect(await check()).toEqual([`Redis ${name}: processes 1, prices are followed`])
  await lease?.release()
  await redis.close()
  const [what, fault] = await check(url.replace('hidden', 'wrong'))
  expect([what, fault]).toEqual([`Redis ${name}`, expect.stringMatching(/^no answer \(.*\)\.\nIs it running, and/)])
  await server.close()
  expect((await check())[1]).toStartWith('no answer')
})
