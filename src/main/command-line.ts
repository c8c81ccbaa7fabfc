import type { Origin } from '../auth/audit.ts'

/** Origin of actions at the command line, where no user is signed in. */
export const operator: Origin = { address: 'command line', requestId: 'command line' }

/** Prints a line to standard output. @returns 0, the exit status of success */
export function printLine(line: string): 0 {
  process.stdout.write(`${line}\n`)
  return 0
}

/** Prints a line to standard error. @returns the given exit status: 1 failed, 2 usage error */
export function fail(status: 1 | 2, message: string): number {
  process.stderr.write(`${message}\n`)
  return status
}

export interface Terminal {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

export interface Progress {
  update(done: number, total: number): void
  end(): void
}

/** Creates a progress bar. It draws nothing in the first `delayMs` or without a terminal. */
export function createProgress(terminal: Terminal, delayMs = 1000): Progress {
  const startedAt = performance.now()
  let drawnAt = 0
  return {
    update: (done, total) => {
      const now = performance.now()
      if (!terminal.isTTY || now - startedAt < delayMs || now - drawnAt < 80) return
      drawnAt = now
      const left = Math.ceil((((now - startedAt) / done) * (total - done)) / 1000)
      drawBar(terminal, done / total, ` ${done}/${total}  ${left} s left`)
    },
    end: () => {
      if (drawnAt > 0) terminal.write('\r\x1b[2K')
    },
  }
}

/** Draws the bar over the current line of the terminal. */
export function drawBar(terminal: Terminal, share: number, label: string): void {
  const width = Math.max(10, Math.min(40, (terminal.columns ?? 80) - label.length - 2))
  const filled = Math.round(Math.min(1, Math.max(0, share)) * width)
  terminal.write(`\r\x1b[2K${'█'.repeat(filled)}${'░'.repeat(width - filled)}${label}`)
}
