/** Who is signed in, as tabs of one browser tell each other: a user's id. */
export const accountKey = 'kurs-account'

/** `#rrggbb`, or empty for the product's. */
export const accentKey = 'kurs-accent'

/** Unsaved drawings, by their owner's id. */
export const drawingsKey = (owner: string, asset = '') => `kurs-drawings:${owner}:${asset}`

/** Text of a broadcast that the server may not have. @param key  the person's id, a space and the draft's */
export const messageCopyKey = (key: string) => `kurs-message:${key}`

const written = /^kurs-(?:drawings|message):([^ :]+)/

/** The id of who has written what the server may not have; undefined for all that is kept besides. */
export function writerOf(key: string): string | undefined {
  return written.exec(key)?.[1]
}

/** Goes with the account. All else is the browser's: colour mode and colours, kept documentation, dismissed banners. */
export function isOfAccount(key: string): boolean {
  return key === accountKey || key === accentKey || written.test(key)
}
