import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Seconds of processor time, user and system */
export interface Spent {
  worker: number
  browser: number
  /** Time of child processes other than browsers, including exited ones */
  children: number
}

export interface FileTimes extends Spent {
  file: string
}

/** Formats a table of the workers' reports, slowest file first. */
export function tableOfTimes(folder: string): string {
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
  const files = lines.map((line): FileTimes => JSON.parse(line))
  const all = ({ worker, browser, children }: Spent) => worker + browser + children
  const row = (times: FileTimes) => {
    const seconds = [all(times), times.worker, times.browser, times.children]
    return `${seconds.map((value) => value.toFixed(1).padStart(8)).join(' ')}  ${times.file}`
  }
  const total = files.reduce<FileTimes>(
    (sum, { worker, browser, children }) => ({
      file: `${files.length} files`,
      worker: sum.worker + worker,
      browser: sum.browser + browser,
      children: sum.children + children,
    }),
    { file: '', worker: 0, browser: 0, children: 0 },
  )
  const head = ['all', 'worker', 'browser', 'children'].map((word) => word.padStart(8)).join(' ')
  const rows = files.toSorted((a, b) => all(b) - all(a)).map(row)
  return [`Processor time in seconds`, `${head}  file`, ...rows, row(total)].join('\n')
}
