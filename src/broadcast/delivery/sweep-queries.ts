import type { Db } from '../../db/client.ts'
import { ownerHasEnded } from '../../jobs/lease-owner.ts'
import type { Leases } from '../../telegram/api/leases.ts'

/** A lease of rows that one process claimed, or whose intents it wrote, in one write */
export interface RowLease {
  broadcastId: string
  state: 'claimed' | 'sending'
  leaseOwner: string
  /** End of the lease by its owner's clock; used here only to distinguish one lease from the next. */
  leaseUntil: number
}

/** Max time counted per look, ms: when this process stalls, the processes that it watches may have stalled with it. */
const maxStepMs = 2000

/** Measures how long leases are observed unchanged. Uses no wall clock: setting it would end all leases at once. */
export function createLeaseWatch(leases: Leases): {
  /**
   * @param held  all current leases: others are forgotten
   * @param steady  ms of a monotonic clock
   * @returns leases that were observed for their full duration
   */
  findExpired(held: readonly RowLease[], steady: number): RowLease[]
  /** Resets the observed times of all leases: their owners could not have written results during this time. */
  restart(): void
} {
  let ages = new Map<string, number>()
  let lookedAt = 0
  return {
    findExpired: (held, steady) => {
      const passed = Math.min(steady - lookedAt, maxStepMs)
      lookedAt = steady
      const before = ages
      ages = new Map(
        held.map((lease) => {
          const age = before.get(keyOf(lease))
          return [keyOf(lease), age === undefined ? 0 : age + passed]
        }),
      )
      return held.filter((lease) => (ages.get(keyOf(lease)) ?? 0) >= leases[lease.state])
    },
    restart: () => {
      ages = new Map()
    },
  }
}

const keyOf = ({ broadcastId, state, leaseOwner, leaseUntil }: RowLease) =>
  `${broadcastId} ${state} ${leaseOwner} ${leaseUntil}`

/** Index of the rows in flight. Only few rows of a broadcast are, so this index is small. */
const byLease = 'deliveries indexed by deliveries_busy'
const isBusy = "state in ('claimed', 'sending')"

/** Max leases watched at a time: several processes at the highest rate have fewer. */
const maxLeases = 10_000

export interface Sweeper {
  /**
   * Resets the rows of dead processes: claimed ones become pending; those being sent become unknown, or pending with
   * `resend`. At once for a process known to have ended on this machine; for other processes when their leases expire.
   * @param except  a lease owner that still writes its own results
   */
  run(now: number, except?: string): Promise<void>
}

/** Creates a sweeper. @param steady  returns ms of a monotonic clock */
export function createSweeper(db: Db, leases: Leases, steady = () => performance.now()): Sweeper {
  const watch = createLeaseWatch(leases)
  return {
    run: async (now, except) => {
      const held = await listRowLeases(db)
      const ended = new Set([...new Set(held.map(({ leaseOwner }) => leaseOwner))].filter(ownerHasEnded))
      const expired = new Set(watch.findExpired(held, steady()))
      const over = held.filter(
        (lease) => lease.leaseOwner !== except && (expired.has(lease) || ended.has(lease.leaseOwner)),
      )
      try {
        for (const [id, own] of Map.groupBy(over, ({ broadcastId }) => broadcastId)) await reclaimRows(db, id, own, now)
      } catch (error) {
        watch.restart()
        throw error
      }
    },
  }
}

async function listRowLeases(db: Db): Promise<RowLease[]> {
  const rows = await db.readAll(
    `select distinct broadcast_id, state, holder, lease_until from ${byLease} where ${isBusy} limit ${maxLeases}`,
  )()
  return rows.map(([id, state, leaseOwner, leaseUntil]) => ({
    broadcastId: String(id),
    state: state === 'claimed' ? 'claimed' : 'sending',
    leaseOwner: String(leaseOwner),
    leaseUntil: Number(leaseUntil),
  }))
}

/** Reclaims rows of these leases; rows whose leases have changed meanwhile stay as they are. */
async function reclaimRows(db: Db, id: string, leases: readonly RowLease[], now: number): Promise<void> {
  const of = (state: RowLease['state']) => {
    const own = leases.filter((lease) => lease.state === state)
    return { id, now, leases: JSON.stringify(own.map(({ leaseOwner, leaseUntil }) => [leaseOwner, leaseUntil])) }
  }
  const isOver = `${isBusy} and broadcast_id = :id
    and (holder, lease_until) in (select value ->> 0, value ->> 1 from json_each(:leases))`
  const back = "state = 'pending', holder = null, lease_until = 0, at = :now"
  const policy = (wanted: string) => `exists (select 1 from broadcasts where id = :id and on_unknown = '${wanted}')`
  await db.writeRaw([
    { sql: `update ${byLease} set ${back} where state = 'claimed' and ${isOver}`, args: of('claimed') },
    {
      sql: `update ${byLease} set ${back} where state = 'sending' and ${isOver} and ${policy('resend')}`,
      args: of('sending'),
    },
    {
      sql: `update ${byLease} set state = 'unknown', reason = 'cut-off', lease_until = 0, at = :now
        where state = 'sending' and ${isOver} and ${policy('hold')}`,
      args: of('sending'),
    },
    { sql: 'update broadcasts set unknown = unknown + changes() where id = :id and changes() > 0', args: { id } },
  ])
}
