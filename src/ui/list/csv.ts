/** Makes Excel read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Where a spreadsheet would take what follows for a formula (OWASP, CSV injection): at the beginning of a cell. Where
 * the comma is for decimals, as in Russian, Excel separates cells by semicolons instead and reads quotes in the middle
 * of a cell as they stand, so that a cell may begin after any of these.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=["\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r])/g

/** Text that a spreadsheet would run gets an apostrophe, which spreadsheets do not show; numbers are ours. */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = value.replace(formulaStart, "'")
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line, with its end as RFC 4180 wants it. */
export function csvLine(values: (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}
