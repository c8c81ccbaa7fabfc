import { z } from 'zod'

/** Characters: longer ones are no dates, however they are read */
const longest = 64
const day = z.iso.date()
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** `2026/11/20`, `20 Nov 2026`, `November 20, 2026`; of `11.12.2026` nobody knows which is the month. */
const dayForms = [
  /^(?<year>\d{4})[-/](?<month>\d{1,2})[-/](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2}) (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})$/i,
  /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i,
]
const instant = z.iso.datetime({ offset: true, local: true })

/** As an ISO instant in UTC, a bare date as its midnight; undefined when it is no date. */
export function instantOf(written: string): string | undefined {
  const date = dayOf(written)
  if (date !== undefined) return new Date(date).toISOString()
  const time = timeOf(written)
  return time === undefined ? undefined : new Date(time).toISOString()
}

/** ms UTC from which on it is past; a day begins at midnight in Moscow. */
export function beginningOf(written: string): number | undefined {
  const date = dayOf(written)
  return timeOf(date === undefined ? written : `${date}T00:00`)
}

/** As `2026-11-20` */
function dayOf(written: string): string | undefined {
  const parts = dayForms.map((form) => form.exec(written)?.groups).find((groups) => groups !== undefined)
  if (!parts) return undefined
  const { year, month = '', day: ofMonth = '' } = parts
  const number = /^\d/.test(month) ? month : String(monthOf(month.toLowerCase()))
  const date = `${year}-${number.padStart(2, '0')}-${ofMonth.padStart(2, '0')}`
  return day.safeParse(date).success ? date : undefined
}

/** 1 to 12, by a name in English or its beginning; 0 for any other word. */
function monthOf(name: string): number {
  const month = months.indexOf(name.slice(0, 3)) + 1
  const whole = new Date(Date.UTC(2000, month - 1))
    .toLocaleString('en', { month: 'long', timeZone: 'UTC' })
    .toLowerCase()
  return month > 0 && (whole.startsWith(name) || name === 'sept') ? month : 0
}

/** Without an offset a time is Moscow's (UTC+3 all year since 2014-10-26). Offsets are read as Ruby and YAML write them, too; some programs repeat the year before one. */
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
