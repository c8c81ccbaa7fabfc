import type { RedisConnection } from '../events/redis/connection.ts'
import type { RedisPlace } from '../events/redis/place.ts'
import { newLeaseOwner, ownerHasEnded } from '../jobs/lease-owner.ts'

/** Time without renewal after which the lease expires and another process may follow prices, ms */
export const leaseMs = 6000
const renewEveryMs = 1500
const pollEveryMs = 250

const takeOverScript = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
  return 1`
/** Redis may have been restarted empty: a lease without an owner is taken back. */
const renewScript = `
  local held = redis.call('GET', KEYS[1])
  if held and held ~= ARGV[1] then return 0 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 1`
const releaseScript = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"

export interface FeedLeaseOptions {
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
 * Acquires the lease to follow prices, across machines. Waits until the lease of a killed process expires. The lease
 * may be lost while Redis is unreachable; `takeOverWriting` ensures that the old owner cannot write after a new one
 * began.
 * @returns undefined while another process holds it.
 * @throws Error without a connection, or the signal's reason
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
    // Without Redis no other process can take the lease.
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

/** Not a timetable job: renews until everything else has ended. */
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
