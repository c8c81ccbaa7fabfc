/** Reports one line of the benchmark: the name of the measurement, its value and optionally a bound. */
export type Report = (what: string, value: number, unit: string, bound?: { atLeast?: number; atMost?: number }) => void

/** Prints figures as they arrive; `missed` returns the number of missed bounds. */
export function createReport(): { report: Report; missed(): number } {
  let missed = 0
  const report: Report = (what, value, unit, bound) => {
    const isMet = (bound?.atLeast ?? value) <= value && value <= (bound?.atMost ?? value)
    if (!isMet) missed++
    const limit =
      bound?.atLeast !== undefined
        ? `≥ ${bound.atLeast}`
        : bound?.atMost !== undefined
          ? `≤ ${Number(bound.atMost.toPrecision(3))}`
          : ''
    const shown = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2)
    process.stdout.write(
      `${what.padEnd(62)} ${shown.padStart(10)} ${unit.padEnd(8)} ${limit && (isMet ? `✓ ${limit}` : `✗ ${limit}`)}\n`,
    )
  }
  return { report, missed: () => missed }
}
