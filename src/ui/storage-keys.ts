/* Local storage keys that the entry script of pages does not need. */

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
