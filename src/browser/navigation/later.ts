import { onAccountChange } from '../account-things.ts'
import { loadAgain } from '../load-again.ts'
import { tellVisits } from '../offline/tell-visits.ts'

import { forgetPages, isPersonal } from './pages.ts'
import { prefetchPages } from './prefetch.ts'
import { watchBuilds } from './watch-builds.ts'

export function startLater(): void {
  watchBuilds()
  if (!('navigation' in window)) return
  if (document.documentElement.dataset.pages === undefined) {
    if (!isPersonal() || !isRefusal()) return
    void guardForms()
    // Back, and loading anew, would send the form again: browsers then show an error of theirs.
    history.replaceState(history.state, '')
    return
  }
  // What is for one person is neither fetched before it is wanted nor copied.
  if (isPersonal()) void guardForms()
  else {
    prefetchPages()
    tellVisits()
    onAccountChange(forgetPages)
  }
}

/** Loaded on pages with forms alone, with the offer of a new version: a file of each would be one more to load. */
async function guardForms(): Promise<void> {
  const { guardUnsaved } = await loadAgain(() => import('./new-version.ts'))
  guardUnsaved()
}

/** The page that a refused form has been answered with: no address leads back to it. */
function isRefusal(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return load instanceof PerformanceNavigationTiming && load.responseStatus === 422
}
