import { onAccountChange } from '../account-things.ts'
import { tellVisits } from '../offline/tell-visits.ts'
import { watchBuilds } from './new-version.ts'
import { forgetPages } from './pages.ts'
import { prefetchPages } from './prefetch.ts'

/** What a page does once it has nothing else to do. */
export function startLater(): void {
  watchBuilds()
  if (document.documentElement.dataset.pages === undefined || !('navigation' in window)) return
  prefetchPages()
  tellVisits()
  onAccountChange(forgetPages)
}
