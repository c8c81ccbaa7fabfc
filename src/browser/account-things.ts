import { accountKey, isOfAccount, writerOf } from '../ui/account-storage.ts'

/** Removes what the browser keeps for the account that was signed in; other tabs hear of it. */
export function forgetAccount(): void {
  removeIf(isOfAccount)
}

interface Account {
  id: string
  isImpersonated: boolean
}

/** Remembers who is signed in; what was kept for others goes. What is unsaved waits while nobody is, or somebody looks on. */
export function rememberAccount(account: Account | null): void {
  removeIf((key) => isOfAccount(key) && !isKeptFor(account, key))
  try {
    if (account && localStorage.getItem(accountKey) !== account.id) localStorage.setItem(accountKey, account.id)
  } catch {
    // Storage is switched off: then nothing is kept for anybody.
  }
}

function isKeptFor(account: Account | null, key: string): boolean {
  const writer = writerOf(key)
  if (writer === undefined) return account !== null
  return account === null || account.isImpersonated || account.id === writer
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
