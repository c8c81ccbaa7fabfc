/** Reads chat ids separated by spaces, commas or semicolons, without duplicates; undefined if a part is no id. */
export function readChats(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  if (!parts.every((part) => /^-?\d{1,15}$/.test(part))) return undefined
  return [...new Set(parts.map(Number))]
}
