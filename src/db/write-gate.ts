export interface WriteGateOptions {
  isBusy(error: unknown): boolean
  /** Makes the connection usable again after a busy error, before the next try. */
  recover(): Promise<void>
  /** Tries in all; the last error is thrown. */
  tries?: number
  /** Pause before the second try in ms; doubles with each further one. */
  pauseMs?: number
}

export interface WriteGate {
  /** Runs `job` when every job given before it has ended, whatever its outcome. */
  run<T>(job: () => Promise<T>): Promise<T>
  /** Settles when no job is waiting or running. */
  idle(): Promise<void>
}

/**
 * Lets one write at a time through to a database. SQLite has one writer anyway; queueing here instead of in its
 * lock means nobody waits inside the driver, where waiting would block the whole process.
 */
export function createWriteGate({ isBusy, recover, tries = 8, pauseMs = 20 }: WriteGateOptions): WriteGate {
  let tail: Promise<unknown> = Promise.resolve()

  const attempt = async <T>(job: () => Promise<T>): Promise<T> => {
    for (let tried = 1; ; tried++) {
      try {
        return await job()
      } catch (error) {
        if (tried >= tries || !isBusy(error)) throw error
        await recover()
        await Bun.sleep(pauseMs * 2 ** (tried - 1))
      }
    }
  }

  return {
    run: (job) => {
      const result = tail.then(() => attempt(job))
      tail = result.catch(() => undefined)
      return result
    },
    idle: async () => {
      await tail
    },
  }
}
