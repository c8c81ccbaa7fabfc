import { onAccountChange } from '../account-things.ts'
import { tellVisits } from '../offline/tell-visits.ts'
import { watchBuilds } from './new-version.ts'
import { forgetPages, isPersonal } from './pages.ts'
import { prefetchPages } from './prefetch.ts'
import { guardUnsaved, isRefusal } from './unsaved.ts'

export function startLater(): void {
  watchBuilds()
  if (!('navigation' in window)) return
  if (document.documentElement.dataset.pages === undefined) {
    if (!isPersonal() || !isRefusal()) return
    guardUnsaved()
    // Back, and loading anew, would send the form again: browsers then show an error of theirs.
    history.replaceState(history.state, '')
    return
  }
  // What is for one person is neither fetched before it is wanted nor copied.
  if (isPersonal()) guardUnsaved()
  else {
    prefetchPages()
    tellVisits()
    onAccountChange(forgetPages)
  }
}
