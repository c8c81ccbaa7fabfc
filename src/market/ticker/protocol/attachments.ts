/** Deeper JSON is nothing an honest client sends; it bounds the recursion here. */
const deepest = 64

/** What could not be put together: JSON has no such value, so nothing can be mistaken for it. */
export const broken = Symbol('broken')

/**
 * Takes the bytes out of a value that is about to be JSON and leaves placeholders in their stead, as Socket.IO does:
 * `{ "_placeholder": true, "num": 0 }`. The bytes are added to `attachments` in the order of their numbers.
 */
export function takeBytes(value: unknown, attachments: Uint8Array[]): unknown {
  if (value instanceof Uint8Array) return { _placeholder: true, num: attachments.push(value) - 1 }
  if (Array.isArray(value)) return value.map((item) => takeBytes(item, attachments))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, takeBytes(item, attachments)]))
}

/** Puts bytes back where their placeholders are; `broken` when a placeholder names bytes that are not there. */
export function putBytes(value: unknown, attachments: readonly Uint8Array[], depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return broken
  if (Array.isArray(value)) {
    const items = value.map((item) => putBytes(item, attachments, depth + 1))
    return items.includes(broken) ? broken : items
  }
  if ('_placeholder' in value && value._placeholder === true) {
    const number = 'num' in value && typeof value.num === 'number' ? value.num : -1
    return attachments[number] ?? broken
  }
  const entries = Object.entries(value).map(([key, item]) => [key, putBytes(item, attachments, depth + 1)] as const)
  return entries.some(([, item]) => item === broken) ? broken : Object.fromEntries(entries)
}
