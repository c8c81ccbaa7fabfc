const maxText = 200

export function cutText(text: string): string
export function cutText(text: string | undefined): string | undefined
export function cutText(text: string | undefined): string | undefined {
  if (text === undefined || text.length <= maxText) return text
  // Removes half of a surrogate pair at the cut.
  return `${text.slice(0, maxText - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}

export function cutJson(value: unknown): string | null {
  if (value === undefined) return null
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? cutText(part) : part))
}
