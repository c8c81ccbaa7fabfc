import { z } from 'zod'

/** Max length of the text of a date, characters */
const longest = 64
const day = z.iso.date()
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/**
 * Patterns of dates such as `2026/11/20`, `20 Nov 2026`, `November 20, 2026`. `11.12.2026` is not accepted, because the
 * order of day and month is unclear.
 */
const dayForms = [
  /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2}) (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})$/i,
  /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i,
]
const instant = z.iso.datetime({ offset: true, local: true })

/** Parses a date or time to an ISO instant in UTC, a bare date to its midnight; undefined if the text is not a date. */
export function instantOf(written: string): string | undefined {
  const date = dayOf(written)
  if (date !== undefined) return new Date(date).toISOString()
  const time = timeOf(written)
  return time === undefined ? undefined : new Date(time).toISOString()
}

/** Parses the time of publication to ms UTC; a bare date begins at midnight in Moscow. */
export function publicationTimeOf(written: string): number | undefined {
  const date = dayOf(written)
  return timeOf(date === undefined ? written : `${date}T00:00`)
}

/** Parses a bare date and returns it as `2026-11-20` */
function dayOf(written: string): string | undefined {
  const parts = dayForms.map((form) => form.exec(written)?.groups).find((groups) => groups !== undefined)
  if (!parts) return undefined
  const { year, month = '', day: ofMonth = '' } = parts
  const number = /^\d/.test(month) ? month : String(monthOf(month.toLowerCase()))
  const date = `${year}-${number.padStart(2, '0')}-${ofMonth.padStart(2, '0')}`
  return day.safeParse(date).success ? date : undefined
}

/** Number of a month, 1 to 12, from its English name or the first letters of it; 0 for any other word. */
function monthOf(name: string): number {
  const month = months.indexOf(name.slice(0, 3)) + 1
  const whole = new Date(Date.UTC(2000, month - 1))
    .toLocaleString('en', { month: 'long', timeZone: 'UTC' })
    .toLowerCase()
  return month > 0 && (whole.startsWith(name) || name === 'sept') ? month : 0
}

/**
 * Parses a time to ms UTC. A time without an offset is in Moscow time (UTC+3 all year since 2014-10-26). Offsets may be
 * written as in Ruby and YAML; some programs repeat the year before the offset.
 */
function timeOf(written: string): number | undefined {
  if (written.length > longest) return undefined
  const joined = written
    .replace(/^(\S+) +(?=\d)/, '$1T')
    .replace(/^((\d{4})-\S+) \2(?= [-+]\d)/, '$1')
    .replace(/ +(?:UTC|GMT)$/, 'Z')
    .replace(/ +(?=[-+Z])/, '')
    .replace(/(?<=T\d\d:\d\d\S*[-+]\d\d)(\d\d)?$/, (_, minutes?: string) => `:${minutes ?? '00'}`)
    .replace(/(?<=T\d\d:\d\d)(?=$|[-+Z])/, ':00')
  if (!instant.safeParse(joined).success) return undefined
  return Date.parse(/(?:Z|[-+]\d\d:\d\d)$/.test(joined) ? joined : `${joined}+03:00`)
}
