/** Bounds the recursion: legitimate clients do not send deeper JSON. */
const deepest = 64

export const broken = Symbol('broken')

/** Moves byte arrays to `attachments` and leaves `{ "_placeholder": true, "num": 0 }`, as Socket.IO does. */
export function takeBytes(value: unknown, attachments: Uint8Array[]): unknown {
  if (value instanceof Uint8Array) return { _placeholder: true, num: attachments.push(value) - 1 }
  if (Array.isArray(value)) return value.map((item) => takeBytes(item, attachments))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, takeBytes(item, attachments)]))
}

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
