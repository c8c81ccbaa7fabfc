/** Ids with anything but digits between them, each once; undefined where something is no id. */
export function readChats(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  if (!parts.every((part) => /^-?\d{1,15}$/.test(part))) return undefined
  return [...new Set(parts.map(Number))]
}
