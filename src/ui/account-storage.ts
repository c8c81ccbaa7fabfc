/** Local storage key of the signed-in user's ID, which all tabs of a browser share. */
export const accountKey = 'kurs-account'

/** Local storage key of the accent color: `#rrggbb`, or empty for the default. */
export const accentKey = 'kurs-accent'

/**
 * Local storage key of the sound for fired alerts: time of the newest alert that this browser has announced, ms UTC;
 * missing while the sound is off.
 */
export const alertSoundKey = 'kurs-alert-sound'

/** Local storage key of unsaved drawings, by ID of their owner and asset. */
export const drawingsKey = (owner: string, asset = '') => `kurs-drawings:${owner}:${asset}`

/** Local storage key of an order ticket that is not placed yet, by ID of its owner and asset. */
export const orderKey = (owner: string, asset: string) => `kurs-order:${owner}:${asset}`

/** Local storage key of the practice accounts of a replay, by IDs of their owner and of the replay. */
export const practiceKey = (owner: string, replay = '') => `kurs-practice:${owner}:${replay}`

/**
 * Local storage key of a broadcast's text that may not be saved on the server yet. @param key  ID of the user, a space,
 * ID of the draft
 */
export const messageCopyKey = (key: string) => `kurs-message:${key}`

const written = /^kurs-\w+:([\w-]+)/

/** ID of the user whose unsaved work is stored under the key; undefined for other keys. */
export function writerOf(key: string): string | undefined {
  return written.exec(key)?.[1]
}

/**
 * Whether a local storage key is removed when the user signs out. Other keys belong to the browser: color mode, picked
 * colors, offline documentation, dismissed banners, the sound of alerts.
 */
export function isOfAccount(key: string): boolean {
  return key === accountKey || key === accentKey || written.test(key)
}
