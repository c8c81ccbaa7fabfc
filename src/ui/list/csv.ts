/** Byte order mark at the start of a CSV file, which makes Excel read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Pattern of the positions where a spreadsheet would read the text that follows as a formula (OWASP, CSV injection):
 * the start of a cell. Where the comma is the decimal separator, as in Russian, Excel separates cells by semicolons and
 * reads quotes in the middle of a cell literally, so a cell may start after any of these characters.
 */
const formulaStart = /(?<=^|[;\t\r\n])(?=["\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])|^(?=[\t\r])/g

/**
 * Writes a cell of CSV. Text that a spreadsheet would run as a formula gets an apostrophe in front, which spreadsheets
 * hide. Numbers come from the program and are safe.
 */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = value.replace(formulaStart, "'")
  return /[",;\r\n\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes one line of CSV with the line end that RFC 4180 requires. */
export function csvLine(values: (string | number | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}
