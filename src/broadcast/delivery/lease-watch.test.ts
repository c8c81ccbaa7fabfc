import { expect, test } from 'bun:test'
import { createLeaseWatch, type HeldLease } from './lease-watch.ts'

const leases = { claimed: 2000, sending: 4000 }
const lease: HeldLease = { broadcastId: 'b', state: 'sending', holder: 'a', leaseUntil: 1 }
const other: HeldLease = { ...lease, state: 'claimed', leaseUntil: 2 }

test('a lease expires after it was observed unchanged for its full duration', () => {
  const watch = createLeaseWatch(leases)
  const over = [0, 1000, 2000, 3000, 4000].map((at) => watch.look([lease, other], at))
  expect(over).toEqual([[], [], [other], [other], [lease, other]])
})

test('a renewed lease starts at zero, and after a restart all leases do', () => {
  const watch = createLeaseWatch(leases)
  watch.look([lease], 0)
  watch.look([lease], 2000)
  expect(watch.look([{ ...lease, leaseUntil: 9 }], 4000)).toEqual([])
  expect(watch.look([lease], 6000)).toEqual([])
  watch.look([lease], 8000)
  watch.restart()
  expect(watch.look([lease], 10_000)).toEqual([])
})

test('a stall of the watching process does not count as silence of the lease owner', () => {
  const watch = createLeaseWatch(leases)
  watch.look([lease], 0)
  expect(watch.look([lease], 3600_000)).toEqual([])
  expect(watch.look([lease], 3602_000)).toEqual([lease])
})
