import { pageEvent } from '../navigation/navigation.ts'
import { isAskedFor } from './offer.ts'

/** The worker sees pages that are loaded; of those that take another's place it is told, and has copies of them too. */
export function tellVisits(): void {
  document.addEventListener(pageEvent, () => {
    if (isAskedFor()) navigator.serviceWorker.controller?.postMessage(location.pathname)
  })
}
