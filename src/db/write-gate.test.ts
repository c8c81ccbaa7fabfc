import { expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { createWriteGate, retryWhileBusy, type WriteLane } from './write-gate.ts'

const maxOvertakes = 32

const never = { isBusy: () => false, recover: async () => {} }
const lane = fc.constantFrom<WriteLane>('interactive', 'bulk')
/**
 * A job: its lane, the turns of the event loop that it takes, whether it fails, and the turns until the next job
 * arrives.
 */
const jobs = fc.array(fc.record({ lane, turns: fc.nat(2), fails: fc.boolean(), pause: fc.nat(3) }), { maxLength: 60 })

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('jobs run one at a time, in the order of their lane, despite failures', async () => {
  await fc.assert(
    fc.asyncProperty(jobs, async (given) => {
      const gate = createWriteGate(never)
      const started: number[] = []
      let running = 0
      let maxRunning = 0
      const outcomes: Promise<unknown>[] = []
      for (const [at, { lane, turns, fails, pause }] of given.entries()) {
        const job = async () => {
          started.push(at)
          maxRunning = Math.max(maxRunning, ++running)
          for (let n = 0; n < turns; n++) await turn()
          running--
          if (fails) throw new Error(`job ${at}`)
          return at
        }
        outcomes.push(gate.run(job, lane).catch((error: unknown) => String(error)))
        for (let n = 0; n < pause; n++) await turn()
      }
      await gate.idle()
      expect(started).toHaveLength(given.length)
      expect(maxRunning).toBeLessThanOrEqual(1)
      for (const one of ['interactive', 'bulk'] as const) {
        const inLane = started.filter((at) => given[at]?.lane === one)
        expect(inLane).toEqual(inLane.toSorted((left, right) => left - right))
      }
      expect(await Promise.all(outcomes)).toEqual(given.map(({ fails }, at) => (fails ? `Error: job ${at}` : at)))
    }),
  )
})

test('interactive jobs overtake waiting bulk jobs, up to a limit in a row', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(lane, { maxLength: 200, size: 'max' }), async (lanes) => {
      const gate = createWriteGate(never)
      const started: WriteLane[] = []
      // All jobs are waiting when the first one starts.
      for (const lane of lanes) void gate.run(async () => started.push(lane), lane)
      await gate.idle()
      const bulk = lanes.filter((lane) => lane === 'bulk')
      let interactive = lanes.length - bulk.length
      const expected: WriteLane[] = []
      for (const _ of bulk) {
        const first = Math.min(interactive, maxOvertakes)
        expected.push(...Array.from({ length: first }, () => 'interactive' as const), 'bulk')
        interactive -= first
      }
      expect(started).toEqual([...expected, ...Array.from({ length: interactive }, () => 'interactive' as const)])
    }),
  )
})

test('a bulk job gets its turn while interactive jobs keep arriving', async () => {
  const gate = createWriteGate(never)
  let isDone = false
  const bulk = gate.run(async () => {
    isDone = true
  }, 'bulk')
  let passed = 0
  const keepComing = async (): Promise<void> => {
    passed++
    if (!isDone && passed < 1000) await Promise.all([gate.run(turn), gate.run(turn).then(keepComing)])
  }
  await keepComing()
  await bulk
  expect(passed).toBeLessThanOrEqual(maxOvertakes)
  await gate.idle()
})

test('a bulk writer yields to the event loop', async () => {
  const gate = createWriteGate(never)
  let others = 0
  const timer = setInterval(() => others++, 0)
  while (others < 3) await gate.run(async () => {}, 'bulk')
  clearInterval(timer)
  expect(others).toBe(3)
})

test('a busy job is retried after recovery, before any other job', async () => {
  const events: string[] = []
  const gate = createWriteGate({
    isBusy: (error) => String(error).includes('busy'),
    recover: async () => void events.push('recover'),
    pauseMs: 1,
  })
  let left = 2
  const busy = gate.run(async () => {
    events.push('try')
    if (left-- > 0) throw new Error('busy')
  }, 'bulk')
  const next = gate.run(async () => void events.push('next'), 'bulk')
  await Promise.all([busy, next])
  expect(events).toEqual(['try', 'recover', 'try', 'recover', 'try', 'next'])
})

test('4,096 interactive jobs may wait; one more is rejected until there is room again', async () => {
  const gate = createWriteGate(never)
  const { promise: first, resolve } = Promise.withResolvers<void>()
  const running = gate.run(() => first)
  await turn()
  const waiting = Array.from({ length: 4096 }, () => gate.run(async () => 'written'))
  expect(gate.run(async () => 'written')).rejects.toThrow('Too many writes are waiting')
  const bulk = gate.run(async () => 'written', 'bulk')
  resolve()
  await running
  expect(new Set(await Promise.all([...waiting, bulk]))).toEqual(new Set(['written']))
  expect(await gate.run(async () => 'written')).toBe('written')
})

test('a busy job is tried eight times with doubling pauses from 20 ms; other errors end it', async () => {
  const sleep = spyOn(Bun, 'sleep').mockResolvedValue(undefined)
  try {
    let [tried, recovered] = [0, 0]
    const fail = (message: string) => async () => {
      tried++
      throw new Error(message)
    }
    const options = {
      isBusy: (error: unknown) => String(error).includes('busy'),
      recover: async () => void recovered++,
    }
    await expect(retryWhileBusy(fail('busy'), options)).rejects.toThrow('busy')
    expect([tried, recovered]).toEqual([8, 7])
    expect(sleep.mock.calls.flat()).toEqual([20, 40, 80, 160, 320, 640, 1280])
    await expect(retryWhileBusy(fail('wrong'), options)).rejects.toThrow('wrong')
    expect([tried, recovered]).toEqual([9, 7])
  } finally {
    sleep.mockRestore()
  }
})

test('interactive jobs that ran while no bulk job was waiting do not count as overtaking', async () => {
  const gate = createWriteGate(never)
  await Promise.all(Array.from({ length: maxOvertakes }, () => gate.run(async () => {})))
  const started: string[] = []
  await Promise.all([
    gate.run(async () => started.push('bulk'), 'bulk'),
    gate.run(async () => started.push('interactive')),
  ])
  expect(started).toEqual(['interactive', 'bulk'])
})
