import { expect, test } from 'bun:test'
import { dismissalOf } from './dismissal.ts'

const device = (hash: string, createdAt: number, more = {}) => ({
  ...{ userId: 'u', hash, createdAt, seenAt: 0, userAgent: '', address: '', isNew: true, dismissedAt: 0 },
  ...more,
})
const hashes = (all: { hash: string }[]) => all.map(({ hash }) => hash).join('')

/** Newest first, as the database gives them. */
const all = [device('e', 50), device('d', 40), device('c', 40, { isNew: false }), device('b', 20), device('a', 10)]

test.each([
  // The first one left has a say, whatever it is itself.
  ['a', { news: 'edb', reach: 'all', settled: 'edb' }],
  ['b', { news: 'eda', reach: 'itself', settled: '' }],
  // Acknowledged: over those that came with it or later.
  ['c', { news: 'edba', reach: 'all', settled: 'ed' }],
  ['e', { news: 'dba', reach: 'itself', settled: '' }],
  ['unknown', { news: 'edba', reach: 'nobody', settled: '' }],
] as const)('what the device %s is told and dismisses', (asking, wanted) => {
  const { news, reach, settled } = dismissalOf(all, asking)
  expect({ news: hashes(news), reach, settled: hashes(settled) }).toEqual(wanted)
})

test('what one has dismissed for itself is no news to it, and to others still', () => {
  const hidden = all.map((one) => (one.hash === 'b' ? { ...one, dismissedAt: 40 } : one))
  expect(hashes(dismissalOf(hidden, 'b').news)).toBe('e')
  expect(dismissalOf(hidden, 'b').dismissedAt).toBe(40)
  expect(hashes(dismissalOf(hidden, 'a').news)).toBe('edb')
})

test('of two first ones that came at once neither has a say; where none is known, everybody has', () => {
  const two = [device('b', 10), device('a', 10)]
  expect(['a', 'b'].map((asking) => dismissalOf(two, asking).reach)).toEqual(['itself', 'itself'])
  expect(dismissalOf([], null)).toEqual({ news: [], dismissedAt: 0, reach: 'all', settled: [] })
})
