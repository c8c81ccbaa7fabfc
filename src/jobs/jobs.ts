import type { Role } from '../config/roles.ts'
import type { Logger } from '../log/logger.ts'
import { createBackground } from './background.ts'

/** Recurring work, as the documentation lists it. */
export interface Recurring {
  /** Processes that do it; `any`: all that open what it works on */
  role: Role | 'any'
  /** ms; for a loop, its pause while there is nothing to do */
  every: number
  name: string
}

export interface Job extends Omit<Recurring, 'role'> {
  run(): Promise<void>
}

export interface Jobs {
  /**
   * Runs a job every `ms`, first after `ms`; runs of a job never overlap, and failures are logged.
   * @returns a function that stops the job and resolves when its last run has ended
   */
  every(ms: number, name: string, run: () => Promise<void>): () => Promise<void>
  close(): Promise<void>
}

export interface JobDone {
  name: string
  durationMs: number
  hasFailed: boolean
}

export type Interval = (run: () => void, ms: number) => () => void

const systemInterval: Interval = (run, ms) => {
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}

export interface JobsOptions {
  interval?: Interval
  onDone?: ((done: JobDone) => void) | undefined
  /** Called with the delay of each run, i.e. how long the thread was blocked when the run was due, ms */
  onLate?: ((ms: number) => void) | undefined
}

export function createJobs(log: Pick<Logger, 'debug' | 'error'>, options: JobsOptions = {}): Jobs {
  const { interval = systemInterval, onDone, onLate } = options
  const stops = new Set<() => Promise<void>>()
  return {
    every: (ms, name, run) => {
      const background = createBackground(log)
      let isUnderway = false
      let dueAt = performance.now() + ms
      const timed = async () => {
        const startedAt = performance.now()
        let hasFailed = true
        try {
          await run()
          hasFailed = false
        } finally {
          isUnderway = false
          const durationMs = performance.now() - startedAt
          log.debug('job', { name, durationMs: Math.round(durationMs) })
          onDone?.({ name, durationMs, hasFailed })
        }
      }
      const cancel = interval(() => {
        const now = performance.now()
        onLate?.(Math.max(0, now - dueAt))
        dueAt = now + ms
        if (isUnderway) return
        isUnderway = true
        void background.run(`The job "${name}"`, timed)
      }, ms)
      const stop = async () => {
        cancel()
        await background.idle()
        stops.delete(stop)
      }
      stops.add(stop)
      return stop
    },
    close: async () => {
      await Promise.all([...stops].map((stop) => stop()))
    },
  }
}

/** Starts all jobs of a timetable. @returns a function that stops them and resolves when running ones have ended */
export function startJobs(jobs: Jobs, timetable: readonly Job[]): () => Promise<void> {
  const stops = timetable.map(({ every, name, run }) => jobs.every(every, name, run))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
