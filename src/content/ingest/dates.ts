import { z } from 'zod'

/** Characters: longer ones are no dates, however they are read */
const longest = 64
const day = z.iso.date()
const instant = z.iso.datetime({ offset: true, local: true })

/** As an ISO instant in UTC, a bare date as its midnight; undefined when it is no date. */
export function instantOf(written: string): string | undefined {
  if (day.safeParse(written).success) return new Date(written).toISOString()
  const time = timeOf(written)
  return time === undefined ? undefined : new Date(time).toISOString()
}

/** ms UTC from which on it is past; a day begins at midnight in Moscow. */
export function beginningOf(written: string): number | undefined {
  return timeOf(day.safeParse(written).success ? `${written}T00:00` : written)
}

/** Without an offset a time is Moscow's (UTC+3 all year since 2014-10-26). */
function timeOf(written: string): number | undefined {
  if (written.length > longest) return undefined
  const joined = written
    .replace(/^(\S+) +(?=\d)/, '$1T')
    .replace(/ +(?=[-+Z])/, '')
    .replace(/(?<=T\d\d:\d\d)(?=$|[-+Z])/, ':00')
  if (!instant.safeParse(joined).success) return undefined
  return Date.parse(/(?:Z|[-+]\d\d:\d\d)$/.test(joined) ? joined : `${joined}+03:00`)
}
