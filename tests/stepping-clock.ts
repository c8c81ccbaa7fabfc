import { type FakeClock, fakeClock } from './fake-clock.ts'

export interface SteppingClock extends FakeClock {
  /** Sets the time without letting any pass, forward or back: timers run on as they do on a real machine. */
  step(ms: number): void
}

export function steppingClock(start: number): SteppingClock {
  const clock = fakeClock(start)
  let ahead = 0
  return {
    ...clock,
    now: () => clock.now() + ahead,
    step: (ms) => {
      ahead += ms
    },
  }
}
