/** ID of the signed-in user, shared between the tabs of a browser. */
export const accountKey = 'kurs-account'

/** `#rrggbb`, or empty for the default accent. */
export const accentKey = 'kurs-accent'

/** Unsaved drawings, by ID of their owner. */
export const drawingsKey = (owner: string, asset = '') => `kurs-drawings:${owner}:${asset}`

/** Text of a broadcast that may not be saved on the server. @param key  ID of the user, a space, ID of the draft */
export const messageCopyKey = (key: string) => `kurs-message:${key}`

const written = /^kurs-(?:drawings|message):([^ :]+)/

/** ID of the user whose unsaved work is stored under the key; undefined for other keys. */
export function writerOf(key: string): string | undefined {
  return written.exec(key)?.[1]
}

/**
 * Whether the key is removed with the account. The others belong to the browser: color mode, picked colors, offline
 * documentation, dismissed banners.
 */
export function isOfAccount(key: string): boolean {
  return key === accountKey || key === accentKey || written.test(key)
}
