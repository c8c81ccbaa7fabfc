export function cellsOf(line: string, separator: string): string[] {
  return line.split(separator).map((cell) => {
    const text = cell.trim()
    return text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text
  })
}

export function separatorOf(line: string): string {
  return [',', ';', '\t'].find((one) => line.includes(one)) ?? ','
}

/** Parses seconds, ms or µs since 1970, or `YYYY-MM-DD HH:MM:SS` (UTC). @returns ms UTC */
export function parseTime(text: string): number | undefined {
  if (/^\d+(\.0*)?$/.test(text)) {
    const number = Number(text)
    // Read in the next smaller unit, each number below these limits would be a time in 1973 or earlier.
    if (number < 1e11) return number * 1000
    if (number < 1e14) return number
    return number < 1e17 && number % 1000 === 0 ? number / 1000 : undefined
  }
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?(?:\.0+)?)?(?:Z|\+00:00| UTC)?$/.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0))
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return undefined
  const isInMonth = day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  return isInMonth ? Date.UTC(year, month - 1, day, hour, minute, second) : undefined
}
