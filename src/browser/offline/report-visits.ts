import { pageEvent } from '../navigation/navigation.ts'
import { isRequested } from './offer.ts'

/** Reports swapped-in pages to the service worker, which only sees page loads, so that it copies them too. */
export function reportVisits(): void {
  document.addEventListener(pageEvent, () => {
    if (isRequested()) navigator.serviceWorker.controller?.postMessage(location.pathname)
  })
}
