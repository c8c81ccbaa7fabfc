import type { Clock } from './clock.ts'

/** What time it is at the exchange. Our own clock may be wrong: it only tells how long ago the exchange spoke. */
export interface ExchangeTime {
  /** Takes in a time the exchange has sent just now, ms UTC. */
  heard(time: number): void
  /** About now, never ahead of the exchange; our own time before it has spoken */
  now(): number
  /** The latest time it has sent: it is at least that late. Nothing before it has spoken */
  latest(): number | undefined
}

export function createExchangeTime(clock: Clock): ExchangeTime {
  let latest: number | undefined
  let offset = 0
  return {
    heard: (time) => {
      latest = Math.max(latest ?? 0, time)
      offset = time - clock.now()
    },
    now: () => clock.now() + offset,
    latest: () => latest,
  }
}
