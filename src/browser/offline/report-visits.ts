import { pageEvent } from '../navigation/navigation.ts'
import { isRequested } from './offer.ts'

/**
 * Reports each swapped-in page to the service worker, which only sees page loads, so that it stores a copy of that page
 * too.
 */
export function reportVisits(): void {
  document.addEventListener(pageEvent, () => {
    if (isRequested()) navigator.serviceWorker.controller?.postMessage(location.pathname)
  })
}
