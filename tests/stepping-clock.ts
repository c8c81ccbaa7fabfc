import { type FakeClock, fakeClock } from './fake-clock.ts'

export interface SteppingClock extends FakeClock {
  /** Steps the wall clock forward or back without letting time pass: timers are unaffected, as on a real machine. */
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
