/** Makes Excel read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Positions where a spreadsheet would read what follows as a formula (OWASP, CSV injection): the start of a cell. Where
 * the comma is the decimal separator, as in Russian, Excel separates cells by semicolons and reads quotes in the middle
 * of a cell literally, so a cell may start after any of these characters.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=["\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r])/g

/**
 * Prefixes text that a spreadsheet would run with an apostrophe, which spreadsheets hide. Numbers are safe: they are
 * ours.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = value.replace(formulaStart, "'")
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with the line end that RFC 4180 requires. */
export function csvLine(values: (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}
