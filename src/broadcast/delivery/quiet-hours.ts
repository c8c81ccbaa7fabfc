/** Moscow has had UTC+3 all year since 2014-10-26. */
const moscowMs = 3 * 3600_000
const dayMs = 24 * 3600_000

interface QuietHours {
  /** Minutes of the day in Moscow; both or none */
  quietFrom: number | null
  quietTo: number | null
}

/** From the first minute to before the last, over midnight where the last is the earlier one. */
export function isQuiet({ quietFrom, quietTo }: QuietHours, now: number): boolean {
  if (quietFrom === null || quietTo === null) return false
  const minute = Math.floor(((now + moscowMs) % dayMs) / 60_000)
  return quietFrom <= quietTo ? minute >= quietFrom && minute < quietTo : minute >= quietFrom || minute < quietTo
}
