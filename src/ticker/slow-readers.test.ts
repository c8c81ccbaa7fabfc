import { expect, test } from 'bun:test'
import { defaultLimits } from './limits.ts'
import { createSlowReaders } from './slow-readers.ts'
import { newSubscriber, type TickPeer } from './subscriber.ts'

test('a client with 64 KiB queued is slow, with one byte less it is not', () => {
  const pinged: TickPeer[] = []
  const ignore = () => undefined
  const readers = createSlowReaders({
    limits: defaultLimits,
    channels: { version: () => 0 },
    ping: (peer) => pinged.push(peer),
    onSent: ignore,
  })
  let queued = 65_535
  const own = newSubscriber('10.0.0.1')
  const part = { data: { session: { own } }, getBufferedAmount: () => queued, send: ignore }
  const peer = part as unknown as TickPeer
  readers.check(peer, 0)
  expect(readers.count()).toBe(0)
  expect(pinged).toEqual([])
  queued = 65_536
  readers.check(peer, 0)
  expect(readers.count()).toBe(1)
  expect(own.isSlow).toBe(true)
  expect(pinged).toEqual([peer])
})
