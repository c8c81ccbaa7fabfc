import { expect, test } from 'bun:test'
import { createRateLimit, networkOf } from './rate-limit.ts'

test('a burst is available at once, then one more token after each interval', () => {
  const limit = createRateLimit({ burst: 3, everyMs: 100 })
  expect([0, 0, 0, 0, 50].map((now) => limit.take('a', now))).toEqual([0, 0, 0, 100, 50])
  expect(limit.take('b', 50)).toBe(0)
  expect([limit.take('a', 100), limit.take('a', 100)]).toEqual([0, 100])
  expect(limit.left('a', 150)).toEqual({ count: 0, resetMs: 250 })
  expect(limit.left('a', 1000)).toEqual({ count: 3, resetMs: 0 })
})

test('higher costs are charged afterwards, with a debt of at most one more burst', () => {
  const limit = createRateLimit({ burst: 10, everyMs: 100 })
  limit.charge('a', 0, 4)
  expect(limit.left('a', 0)).toEqual({ count: 6, resetMs: 400 })
  limit.charge('a', 0, 1_000_000)
  expect(limit.left('a', 0)).toEqual({ count: 0, resetMs: 2000 })
  expect(limit.take('a', 0)).toBe(1100)
})

test.each([61_000, 100_000, 119_000, 3_600_000])('a clock set back by %d ms locks no key out', (ms) => {
  const [later, limit] = [7_200_000, createRateLimit({ burst: 6000, everyMs: 10 })]
  limit.charge('a', later, 10)
  limit.charge('b', later, 1_000_000)
  const now = later - ms
  expect([limit.take('a', now), limit.left('a', now), limit.take('c', now)]).toEqual([
    0,
    { count: 5989, resetMs: 110 },
    0,
  ])
  // After the clock was set back, the debt of key `b` remains and is paid off as before.
  expect([limit.take('b', now), limit.take('b', now + 60_000), limit.take('b', now + 60_010)]).toEqual([60_010, 10, 0])
})

test('a slightly late timestamp gives no tokens back', () => {
  const limit = createRateLimit({ burst: 3, everyMs: 100 })
  expect([0, 300, 10, 300, 20, 300].map((now) => limit.take('a', now))).toEqual([0, 0, 190, 0, 280, 0])
})

test('100,000 keys are remembered; one more evicts the least recently used one', () => {
  const limit = createRateLimit({ burst: 1, everyMs: 1000 })
  for (let key = 0; key < 100_000; key++) limit.take(`${key}`, 0)
  limit.charge('0', 0, 1)
  limit.take('another', 0)
  // Key 1 is the least recently used: key 0, used before it, has been used again since.
  expect([limit.left('1', 0).count, limit.left('0', 0).count, limit.left('2', 0).count]).toEqual([1, 0, 0])
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['0:0:0:0:0:FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8::7', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('the addresses of one connection are one network: %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
