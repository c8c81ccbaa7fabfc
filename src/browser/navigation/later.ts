import { onAccountChange } from '../account-things.ts'
import { loadAgain } from '../load-again.ts'
import { tellVisits } from '../offline/tell-visits.ts'

import { forgetPages, isPersonal } from './pages.ts'
import { prefetchPages } from './prefetch.ts'
import { watchBuilds } from './watch-builds.ts'

export function startLater(): void {
  watchBuilds()
  prefetchPages()
  if (!('navigation' in window)) return
  // Personal pages are neither kept nor copied.
  if (isPersonal()) void startPersonal()
  else if (document.documentElement.dataset.pages !== undefined) {
    tellVisits()
    onAccountChange(forgetPages)
  }
}

/** Loaded there alone, with the offer of a new version: a file of each would be one more to load. */
async function startPersonal(): Promise<void> {
  const personal = await loadAgain(() => import('./new-version.ts'))
  personal.startPersonal()
}
