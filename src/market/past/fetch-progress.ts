import type { Logger } from '../../log/logger.ts'

/** Logs once, when the queue first becomes empty, how much was fetched. */
export function createProgress(log: Pick<Logger, 'info'>) {
  const startedAt = performance.now()
  let [minutes, hasEnded] = [0, false]
  return {
    add: (fetched: number) => {
      minutes += fetched
    },
    end: () => {
      const durationMs = Math.round(performance.now() - startedAt)
      if (!hasEnded && minutes > 0) log.info('market history fetched', { minutes, durationMs })
      hasEnded = true
    },
  }
}
