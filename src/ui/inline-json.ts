/** Writes JSON that cannot end the script element in which it is embedded. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
