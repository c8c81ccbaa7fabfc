import { expect, test } from 'bun:test'
import { createLeaseWatch, type RowLease } from './sweep-queries.ts'

const leases = { claimed: 2000, sending: 4000 }
const lease: RowLease = { broadcastId: 'b', state: 'sending', leaseOwner: 'a', leaseUntil: 1 }
const other: RowLease = { ...lease, state: 'claimed', leaseUntil: 2 }

test('a lease expires after it was observed unchanged for its full duration', () => {
  const watch = createLeaseWatch(leases)
  const over = [0, 1000, 2000, 3000, 4000].map((at) => watch.findExpired([lease, other], at))
  expect(over).toEqual([[], [], [other], [other], [lease, other]])
})

test('a renewed lease starts at zero, and after a restart all leases do', () => {
  const watch = createLeaseWatch(leases)
  watch.findExpired([lease], 0)
  watch.findExpired([lease], 2000)
  expect(watch.findExpired([{ ...lease, leaseUntil: 9 }], 4000)).toEqual([])
  expect(watch.findExpired([lease], 6000)).toEqual([])
  watch.findExpired([lease], 8000)
  watch.restart()
  expect(watch.findExpired([lease], 10_000)).toEqual([])
})

test('a stall of the watching process does not count as silence of the lease owner', () => {
  const watch = createLeaseWatch(leases)
  watch.findExpired([lease], 0)
  expect(watch.findExpired([lease], 3600_000)).toEqual([])
  expect(watch.findExpired([lease], 3602_000)).toEqual([lease])
})
