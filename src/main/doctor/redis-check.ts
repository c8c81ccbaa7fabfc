import type { Config } from '../../config.ts'
import { connectRedis, redisPlaceOf } from '../../events/redis/connection.ts'

/** Checks Redis for `doctor`. @returns the subject of the check, and the problem if there is one */
export async function checkRedis(url: string, { REDIS_PREFIX }: Config): Promise<[what: string, fault?: string]> {
  const { name, channel, feedLease } = redisPlaceOf(url, REDIS_PREFIX)
  const what = `Redis ${name}`
  try {
    const { run, close } = await connectRedis(url, () => {})
    try {
      const counted = await run('PUBSUB', 'NUMSUB', channel)
      const processes = Array.isArray(counted) ? counted[1] : 0
      const isFollowed = (await run('EXISTS', feedLease)) === 1
      return [`${what}: processes ${processes}, prices are ${isFollowed ? '' : 'not '}followed`]
    } finally {
      close()
    }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    return [what, `no answer (${cause}).\nIs it running, and are host and password in REDIS_URL right?`]
  }
}
