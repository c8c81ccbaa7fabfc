export interface TestTime {
  file: string
  name: string
  ms: number
}

const result = /^\((pass|fail|skip|todo)\)/

/** Returns the number before a word in the summary of `bun test`, such as `12 fail`; 0 when missing. */
export function countIn(output: string, word: string): number {
  return Number(new RegExp(`^ *(\\d+) ${word}`, 'm').exec(output.slice(-4096))?.[1] ?? 0)
}

/** Returns each failed test with the output since the previous result, at most its last 60 lines. */
export function failuresIn(output: string): string[] {
  const failures: string[] = []
  let since: string[] = []
  for (const line of resultsOf(output)) {
    since.push(line)
    if (line.startsWith('(fail)') && since.length > 1) failures.push(`${since.slice(-60).join('\n')}\n`)
    if (result.test(line)) since = []
  }
  return failures
}

/**
 * Returns the wall time of each test. With parallel workers, a file's heading is repeated before each group of its
 * results.
 */
export function timesIn(output: string): TestTime[] {
  let file = ''
  return resultsOf(output).flatMap((line) => {
    file = /^(\S+\.test\.tsx?):$/.exec(line)?.[1] ?? file
    const [, name, ms] = /^\((?:pass|fail)\) (.+) \[([\d.]+)ms\]$/.exec(line) ?? []
    return name === undefined ? [] : [{ file, name, ms: Number(ms) }]
  })
}

/** Formats the ten slowest tests and files by wall time. */
export function slowestIn(output: string): string {
  const times = timesIn(output)
  const files = [...Map.groupBy(times, ({ file }) => file)].map(([file, tests]) => {
    const ms = tests.reduce((sum, test) => sum + test.ms, 0)
    return { file, name: `${tests.length} tests`, ms }
  })
  const rows = (of: TestTime[]) =>
    of
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 10)
      .map(({ file, name, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}: ${name}`)
  return ['Slowest tests', ...rows(times), 'Slowest files', ...rows(files)].join('\n')
}

/** Formats the progress: `1:05 · 120 files, 1,400 tests, 2 failed` */
export function progressOf(output: string, ms: number): string {
  const lines = resultsOf(output)
  const files = new Set(lines.filter((line) => /^\S+\.test\.tsx?:$/.test(line))).size
  const tests = lines.filter((line) => result.test(line)).length
  const failed = lines.filter((line) => line.startsWith('(fail)')).length
  const seconds = Math.floor(ms / 1000)
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return `${clock} · ${files} files, ${tests.toLocaleString('en-US')} tests, ${failed} failed`
}

/** Returns the lines without the list of failures that `bun test` repeats at its end. */
function resultsOf(output: string): string[] {
  return (output.split(/^\d+ tests? failed:$/m)[0] ?? '').split('\n')
}
