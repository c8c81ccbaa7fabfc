import { expect, test } from 'bun:test'
import { until } from '../../../tests/until.ts'
import { createHeartbeat } from './engine.ts'
import type { EngineSocket } from './wire.ts'

test('a socket waits from its ping to its pong, and is terminated if none comes', async () => {
  let now = 0
  const said: unknown[] = []
  const data = { sid: 's', session: {}, pingAt: 100, isPongMissing: false, floodFullAt: 0, isClosed: false }
  const socket: EngineSocket<object> = {
    data,
    send: (frame) => said.push(frame),
    cork: (run) => run(),
    subscribe: () => {},
    unsubscribe: () => {},
    getBufferedAmount: () => 0,
    close: () => {},
    terminate: () => said.push('terminated'),
  }
  let waited: number[] = []
  const heartbeat = createHeartbeat({
    sockets: new Set([socket]),
    pingIntervalMs: 20,
    pingTimeoutMs: 50,
    now: () => now,
    onSweep: (_, at, waitedMs) => void (at === now && waited.push(waitedMs)),
  })
  const sweepAt = async (at: number) => {
    now = at
    waited = []
    await until(() => waited.length > 1 || said.includes('terminated'))
    return waited.at(-1)
  }
  heartbeat.start()
  expect(await sweepAt(99)).toBe(0)
  expect(said).toEqual([])
  expect(await sweepAt(100)).toBe(0)
  expect(said).toEqual(['2'])
  expect(await sweepAt(130)).toBe(30)
  expect(heartbeat.takePong(socket)).toBe(30)
  expect(await sweepAt(149)).toBe(0)
  expect(said).toEqual(['2'])
  expect(await sweepAt(150)).toBe(0)
  expect(await sweepAt(200)).toBe(50)
  expect(said).toEqual(['2', '2'])
  await sweepAt(201)
  heartbeat.stop()
  expect(said).toContain('terminated')
})
