import { expect, test } from 'bun:test'
import { dismissalOf } from './dismissal.ts'

const device = (hash: string, createdAt: number, more = {}) => ({
  ...{ userId: 'u', hash, createdAt, seenAt: 0, userAgent: '', address: '', isNew: true, dismissedAt: 0 },
  ...more,
})
const hashes = (all: { hash: string }[]) => all.map(({ hash }) => hash).join('')

/** Devices of the account, newest first, as in the database. */
const all = [device('e', 50), device('d', 40), device('c', 40, { isNew: false }), device('b', 20), device('a', 10)]

test.each([
  // The first remaining device dismisses for all devices, even if it is not acknowledged.
  ['a', { news: 'edb', reach: 'all', settled: 'edb' }],
  ['b', { news: 'eda', reach: 'itself', settled: '' }],
  // An acknowledged device dismisses warnings for all devices, about devices added at the same time or later.
  ['c', { news: 'edba', reach: 'all', settled: 'ed' }],
  ['e', { news: 'dba', reach: 'itself', settled: '' }],
  ['unknown', { news: 'edba', reach: 'nobody', settled: '' }],
] as const)('device %s sees the right warnings and dismisses what it may', (asking, wanted) => {
  const { newDevices: news, reach, acknowledged: settled } = dismissalOf(all, asking)
  expect({ news: hashes(news), reach, settled: hashes(settled) }).toEqual(wanted)
})

test('warnings dismissed on one device stay visible on others', () => {
  const hidden = all.map((one) => (one.hash === 'b' ? { ...one, dismissedAt: 40 } : one))
  expect(hashes(dismissalOf(hidden, 'b').newDevices)).toBe('e')
  expect(dismissalOf(hidden, 'b').dismissedAt).toBe(40)
  expect(hashes(dismissalOf(hidden, 'a').newDevices)).toBe('edb')
})

test('of two first devices added at once neither decides; with no devices, everybody does', () => {
  const two = [device('b', 10), device('a', 10)]
  expect(['a', 'b'].map((asking) => dismissalOf(two, asking).reach)).toEqual(['itself', 'itself'])
  expect(dismissalOf([], null)).toEqual({ newDevices: [], dismissedAt: 0, reach: 'all', acknowledged: [] })
})
