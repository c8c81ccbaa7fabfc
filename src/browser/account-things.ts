import { accountKey, drawingsKey, isOfAccount } from '../ui/account-storage.ts'

/** Removes what the browser keeps for the account that was signed in; other tabs hear of it. */
export function forgetAccount(): void {
  removeIf(isOfAccount)
}

/** Remembers who is signed in; what was kept for others goes. With nobody, unsaved drawings wait for their owner. */
export function rememberAccount(id: string | undefined): void {
  removeIf((key) => isOfAccount(key) && !isKeptFor(id, key))
  try {
    if (id !== undefined && localStorage.getItem(accountKey) !== id) localStorage.setItem(accountKey, id)
  } catch {
    // Storage is switched off: then nothing is kept for anybody.
  }
}

function isKeptFor(id: string | undefined, key: string): boolean {
  const isDrawing = key.startsWith('kurs-drawings:')
  if (id === undefined) return isDrawing
  return !isDrawing || key.startsWith(drawingsKey(id))
}

/** When another tab finds that somebody else, or nobody, is signed in. */
export function onAccountChange(listener: () => void): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if ((key === accountKey && oldValue !== null && oldValue !== newValue) || key === null) listener()
  })
}

function removeIf(matches: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (matches(key)) localStorage.removeItem(key)
  } catch {
    // Storage is switched off.
  }
}
