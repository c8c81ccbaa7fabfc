import { onAccountChange } from '../account-data.ts'
import { loadAgain } from '../load-again.ts'
import { reportVisits } from '../offline/report-visits.ts'

import { forgetPages, isPersonal } from './pages.ts'
import { prefetchPages } from './prefetch.ts'
import { watchBuilds } from './watch-builds.ts'

export function startNavigationExtras(): void {
  watchBuilds()
  prefetchPages()
  if (!('navigation' in window)) return
  // Personal pages are neither cached nor copied.
  if (isPersonal()) void startPersonal()
  else if (document.documentElement.dataset.pages !== undefined) {
    reportVisits()
    onAccountChange(forgetPages)
  }
}

/**
 * Loaded only on personal pages, in one file with the offer of a new version: separate files would mean one more
 * request.
 */
async function startPersonal(): Promise<void> {
  const personal = await loadAgain(() => import('./new-version.ts'))
  personal.startPersonal()
}
