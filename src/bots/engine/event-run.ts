import type { Fill } from './order.ts'
import type { LogEntry, Mode, RunState, StepResult } from './run-state.ts'

export type EventRun = ReturnType<typeof continueRun>

/** Collects the effects of one event without changing the initial state. */
export function continueRun(begun: RunState, fills: readonly Fill[]) {
  let state = begun
  const log: LogEntry[] = []
  return {
    get state() {
      return state
    },
    change: (part: Partial<RunState>) => {
      state = { ...state, ...part }
    },
    log: (entry: LogEntry) => void log.push(entry),
    setMode: (mode: Mode, time: number) => {
      state = { ...state, mode }
      log.push({ kind: 'mode', time, mode })
    },
    end: (): StepResult => ({ state, fills, log }),
  }
}
