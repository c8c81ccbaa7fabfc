import { expect, test } from 'bun:test'
import { usedShare } from './bucket.ts'
import { createPacer, type SteadyClock } from './pacer.ts'

const perSecond = 10
const everyMs = 1000 / (perSecond * usedShare)

/** Creates a clock whose sleep takes no real time. */
function createClock(): SteadyClock {
  let at = 0
  return {
    now: () => at,
    sleep: async (ms) => {
      at += ms
    },
  }
}

test('slots missed during a stall are not caught up at once', async () => {
  const sentAt: number[] = []
  const clock = createClock()
  const pacer = createPacer<number>({
    clock,
    log: { error: () => {} },
    intend: async (rows) => rows,
    send: async () => void sentAt.push(clock.now()),
  })
  pacer.add(
    Array.from({ length: perSecond + 2 }, (_, row) => row),
    { from: -10_000, everyMs },
  )
  await pacer.idle()
  const [first = 0, second = 0] = sentAt
  expect(sentAt).toHaveLength(perSecond + 2)
  expect((sentAt[perSecond] ?? 0) - first).toBeGreaterThan(1000)
  expect((sentAt[perSecond + 1] ?? 0) - second).toBeGreaterThan(1000)
})

test('later rows are sent later, even if the slots before them came late from the disk', async () => {
  const sent: string[] = []
  const pacer = createPacer<string>({
    clock: createClock(),
    log: { error: () => {} },
    intend: async (rows) => rows,
    send: async (row) => void sent.push(row),
  })
  pacer.add(['a', 'b', 'c'], { from: 60, everyMs })
  pacer.add(['d', 'e'], { from: 20, everyMs })
  await pacer.idle()
  expect(sent).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('after a stall at most a twentieth of a second of rows starts at once', async () => {
  const begun: number[] = []
  const pacer = createPacer<number>({
    clock: createClock(),
    log: { error: () => {} },
    intend: async (rows) => {
      begun.push(rows.length)
      return rows
    },
    send: async () => {},
  })
  pacer.add(
    Array.from({ length: 90 }, (_, row) => row),
    { from: -10_000, everyMs: 1000 / (100 * usedShare) },
  )
  await pacer.idle()
  expect(begun.reduce((sum, rows) => sum + rows)).toBe(90)
  expect(Math.max(...begun)).toBe(5)
})
