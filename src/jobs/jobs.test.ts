import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createBackground } from './background.ts'
import { createJobs, type Interval, startJobs } from './jobs.ts'

function createLog() {
  const errors: [string, unknown][] = []
  const ran: unknown[] = []
  return {
    errors,
    ran,
    error: (message: string, error: unknown) => void errors.push([message, error]),
    debug: (_: string, fields?: Record<string, unknown>) => void ran.push(fields?.name),
  }
}

/** Creates timers that fire when the test says so. */
function createTimers() {
  const timers = new Map<number, () => void>()
  const interval: Interval = (run, ms) => {
    timers.set(ms, run)
    return () => timers.delete(ms)
  }
  return { interval, fire: (ms: number) => timers.get(ms)?.(), size: () => timers.size }
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a job repeats, is logged by name, and stops on close', async () => {
  const log = createLog()
  const jobs = createJobs(log)
  let runs = 0
  const thrice = Promise.withResolvers<void>()
  jobs.every(1, 'count', async () => {
    if (++runs === 3) thrice.resolve()
  })
  await thrice.promise
  await jobs.close()
  const atClose = runs
  await turn()
  expect(runs).toBe(atClose)
  expect(log.ran).toEqual(Array.from({ length: runs }, () => 'count'))
})

test('a failing run is logged, and the next one follows, whether it throws or rejects', async () => {
  const log = createLog()
  const { interval, fire } = createTimers()
  const jobs = createJobs(log, { interval })
  const failure = new Error('no')
  let runs = 0
  jobs.every(1, 'fail', () => {
    if (++runs === 1) throw failure
    return Promise.reject(failure)
  })
  for (let at = 0; at < 3; at++) {
    fire(1)
    await turn()
  }
  expect(runs).toBe(3)
  expect(log.errors).toEqual(Array.from({ length: 3 }, () => ['The job "fail" failed', failure]))
  await jobs.close()
})

type Step = { kind: 'fire' | 'end' | 'fail'; job: number }

test('jobs never overlap themselves, idle ones run, and close waits for the last run', async () => {
  const step = fc.record<Step>({ kind: fc.constantFrom('fire', 'fire', 'end', 'fail'), job: fc.nat(2) })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
      const { interval, fire, size } = createTimers()
      const jobs = createJobs(createLog(), { interval })
      const runs = [0, 1, 2].map(() => ({
        underway: 0,
        most: 0,
        started: 0,
        settle: [] as PromiseWithResolvers<void>[],
      }))
      runs.forEach((state, job) => {
        jobs.every(job, `job ${job}`, async () => {
          state.started++
          state.most = Math.max(state.most, ++state.underway)
          const run = Promise.withResolvers<void>()
          state.settle.push(run)
          await run.promise.finally(() => state.underway--)
        })
      })
      for (const { kind, job } of steps) {
        const state = runs[job]
        if (!state) continue
        if (kind === 'fire') {
          const wasIdle = state.underway === 0
          const before = state.started
          fire(job)
          expect(state.started).toBe(wasIdle ? before + 1 : before)
        } else {
          const run = state.settle.pop()
          if (kind === 'end') run?.resolve()
          else run?.reject(new Error('failed'))
          await turn()
        }
      }
      let isClosed = false
      const closing = jobs.close().then(() => {
        isClosed = true
      })
      await turn()
      expect(size()).toBe(0)
      expect(isClosed).toBe(runs.every(({ underway }) => underway === 0))
      for (const { settle } of runs) settle.pop()?.resolve()
      await closing
      expect(runs.map(({ underway }) => underway)).toEqual([0, 0, 0])
      expect(Math.max(...runs.map(({ most }) => most))).toBeLessThanOrEqual(1)
    }),
  )
})

test('a timetable is stopped as a whole without affecting other jobs', async () => {
  const { interval, fire } = createTimers()
  const jobs = createJobs(createLog(), { interval })
  const ran: string[] = []
  const job = (every: number, name: string) => ({ every, name, run: async () => void ran.push(name) })
  const stop = startJobs(jobs, [job(1, 'one'), job(2, 'two')])
  startJobs(jobs, [job(3, 'three')])
  for (const ms of [1, 2, 3]) fire(ms)
  await stop()
  for (const ms of [1, 2, 3]) fire(ms)
  await jobs.close()
  for (const ms of [1, 2, 3]) fire(ms)
  expect(ran).toEqual(['one', 'two', 'three', 'three'])
})

test('background work, and work started by it, ends before idle resolves', async () => {
  const log = createLog()
  const background = createBackground(log)
  const done: string[] = []
  void background.run('first', async () => {
    await turn()
    void background.run('second', async () => {
      await turn()
      done.push('second')
      throw new Error('no')
    })
    done.push('first')
  })
  await background.idle()
  expect(done).toEqual(['first', 'second'])
  expect(log.errors.map(([message]) => message)).toEqual(['second failed'])
})
