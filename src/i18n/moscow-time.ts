/** Offset of Moscow time from UTC, ms: always 3 hours since 2014-10-26. */
export const moscowMs = 3 * 3600_000

/** Parses `2026-11-30T18:00` in Moscow time to ms UTC; NaN if invalid. */
export function readMoment(text: string): number {
  const plain = text.trim().replace(' ', 'T')
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(plain) ? Date.parse(`${plain}:00+03:00`) : Number.NaN
}

export function writeMoment(time: number | null): string {
  return time === null ? '' : new Date(time + moscowMs).toISOString().slice(0, 16)
}

/** Parses `22:30` to minutes of the day; null if invalid. */
export function readClock(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(text.trim()) ?? []
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  return Number(hours) * 60 + Number(minutes)
}

export function writeClock(minutes: number | null): string {
  if (minutes === null) return ''
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
