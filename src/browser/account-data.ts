import { accountKey, isOfAccount, writerOf } from '../ui/account-storage.ts'

/** Removes what the browser stores for accounts; other tabs are notified. */
export function forgetAccount(): void {
  removeIf(isOfAccount)
}

interface Account {
  id: string
  isImpersonated: boolean
}

/**
 * Remembers the signed-in user and removes the data of others. All unsaved work stays while nobody is signed in or the
 * user is impersonated.
 */
export function rememberAccount(account: Account | null): void {
  removeIf((key) => isOfAccount(key) && !staysFor(account, key))
  try {
    if (account && localStorage.getItem(accountKey) !== account.id) localStorage.setItem(accountKey, account.id)
  } catch {
    // Storage is unavailable: nothing is kept for anybody.
  }
}

function staysFor(account: Account | null, key: string): boolean {
  const writer = writerOf(key)
  if (writer === undefined) return account !== null
  return account === null || account.isImpersonated || account.id === writer
}

/** Reports when another tab finds that another user, or nobody, is signed in. */
export function onAccountChange(listener: () => void): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if ((key === accountKey && oldValue !== null && oldValue !== newValue) || key === null) listener()
  })
}

function removeIf(matches: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (matches(key)) localStorage.removeItem(key)
  } catch {
    // Storage is unavailable.
  }
}
