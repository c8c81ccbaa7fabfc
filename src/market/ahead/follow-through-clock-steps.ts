import { createBackground } from '../../jobs/background.ts'
import type { Logger } from '../../log/logger.ts'
import { type Clock, systemClock } from '../feed/clock.ts'
import type { Follower } from '../follower.ts'

const lookEveryMs = 1000
/** Interval before another attempt if moving back in time has failed (such as on a full disk), ms */
const lookAgainMs = 60_000

export interface ClockStepsOptions {
  follow(): Follower
  /** Whether stored prices are so far ahead of the clock, which was set back, that prices would stand still */
  isAhead(): boolean
  /**
   * Resets candle windows and database to the present while no follower runs.
   * @returns a callback that publishes the changes
   */
  goBack(): Promise<() => void>
  clock?: Clock | undefined
  log: Pick<Logger, 'error'>
}

/** Follows a feed that runs on our own clock. When the clock is set back, replaces the follower by a new one. */
export function followThroughClockSteps({
  follow,
  isAhead,
  goBack,
  clock = systemClock,
  log,
}: ClockStepsOptions): Follower {
  const background = createBackground(log)
  let follower = follow()
  let isClosed = false
  const goBackNow = async () => {
    let publishChanges = () => {}
    try {
      await follower.close()
      publishChanges = await goBack()
    } finally {
      follower = follow()
    }
    publishChanges()
  }
  const look = async () => {
    if (isAhead()) await background.run('Restarting the price feed after the clock was set back', goBackNow)
    if (!isClosed) cancel = clock.after(isAhead() ? lookAgainMs : lookEveryMs, look)
  }
  let cancel = clock.after(lookEveryMs, look)
  return {
    state: () => follower.state(),
    stored: async (asset, time) => {
      await background.idle()
      await follower.stored(asset, time)
    },
    sync: async () => {
      await background.idle()
      await follower.sync()
    },
    checkpoint: () => follower.checkpoint(),
    close: async () => {
      isClosed = true
      cancel()
      await background.idle()
      await follower.close()
    },
  }
}
