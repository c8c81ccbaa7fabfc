/** Makes Excel read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** What a spreadsheet would take for the beginning of a formula (OWASP, CSV injection) */
const startsFormula = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * One cell. Text that a spreadsheet would run is kept from it by an apostrophe, which spreadsheets do not show; numbers
 * are ours and stay as they are.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = startsFormula.test(value) ? `'${value}` : value
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line, with its end as RFC 4180 wants it. */
export function csvLine(values: (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}
