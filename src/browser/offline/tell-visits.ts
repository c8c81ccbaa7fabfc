import { pageEvent } from '../navigation/navigation.ts'
import { isAskedFor } from './offer.ts'

/** Reports swapped-in pages to the service worker, which only sees page loads, so that it copies them too. */
export function tellVisits(): void {
  document.addEventListener(pageEvent, () => {
    if (isAskedFor()) navigator.serviceWorker.controller?.postMessage(location.pathname)
  })
}
