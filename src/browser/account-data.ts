import { accountKey, isOfAccount, writerOf } from '../ui/account-storage.ts'

/** Removes all data that the browser stores for signed-in accounts; other tabs are notified. */
export function forgetAccount(): void {
  removeIf(isOfAccount)
}

interface Account {
  id: string
  isImpersonated: boolean
}

/**
 * Stores the ID of the signed-in user and removes data of other users. Drafts of all users stay while nobody is signed
 * in or an administrator impersonates the user.
 */
export function rememberAccount(account: Account | null): void {
  removeIf((key) => isOfAccount(key) && !staysFor(account, key))
  try {
    if (account && localStorage.getItem(accountKey) !== account.id) localStorage.setItem(accountKey, account.id)
  } catch {
    // localStorage is unavailable, so no account data can be stored.
  }
}

function staysFor(account: Account | null, key: string): boolean {
  const writer = writerOf(key)
  if (writer === undefined) return account !== null
  return account === null || account.isImpersonated || account.id === writer
}

/** Calls `listener` when another tab finds that another user, or nobody, is signed in. */
export function onAccountChange(listener: () => void): void {
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if ((key === accountKey && oldValue !== null && oldValue !== newValue) || key === null) listener()
  })
}

function removeIf(matches: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(localStorage)) if (matches(key)) localStorage.removeItem(key)
  } catch {
    // localStorage is unavailable, so there is nothing to remove.
  }
}
