import { locales } from '../../i18n/locales.ts'
import { pageEvent } from '../navigation/navigation.ts'
import { readState } from './state.ts'

let shown: AbortController | undefined

/**
 * Starts the control that saves documentation. If nothing has been saved, its code is loaded when the user first opens
 * the search.
 */
export function offerOffline(): void {
  shown?.abort()
  shown = new AbortController()
  const { signal } = shown
  const box = document.querySelector('.offline-control')
  const dialog = box?.closest('dialog')
  const show = async () => {
    // If the control's code cannot be loaded, for example without network, saving is not offered.
    const control = await loadControl().catch(() => undefined)
    if (!signal.aborted) control?.showOffline(signal)
  }
  if (dialog && !isRequested()) dialog.addEventListener('focusin', show, { once: true, signal })
  else if (box) void show()
}

export const loadControl = () => import('./control.ts')

export function isRequested(): boolean {
  return locales.some((locale) => readState(locale).status !== 'off')
}

/**
 * Reports each swapped-in page to the service worker, which only sees page loads, so that it stores a copy of that page
 * too.
 */
export function reportVisits(): void {
  document.addEventListener(pageEvent, () => {
    if (isRequested()) navigator.serviceWorker.controller?.postMessage(location.pathname)
  })
}
