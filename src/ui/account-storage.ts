/** Local storage key of the signed-in user's ID, which all tabs of a browser share. */
export const accountKey = 'kurs-account'

/** Local storage key of the accent color: `#rrggbb`, or empty for the default. */
export const accentKey = 'kurs-accent'

/** Keys that name the owner of unsaved work: `kurs-<kind>:<ID of the owner>` and more */
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
