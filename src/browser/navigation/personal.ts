import { prefetchPointedPages } from './pointing.ts'
import { guardUnsaved } from './unsaved.ts'

/** Guards forms and prefetches the page of a link that is pointed at. */
export function startPersonal(): void {
  if (document.documentElement.dataset.pages !== undefined) {
    guardUnsaved()
    prefetchPointedPages()
  } else if (isRefusal()) {
    guardUnsaved()
    // Back and reload would send the form again: browsers then show an error page of their own.
    history.replaceState(history.state, '')
  }
}

/** Whether the page is the response to a refused form, to which no address leads back. */
function isRefusal(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return load instanceof PerformanceNavigationTiming && load.responseStatus === 422
}
