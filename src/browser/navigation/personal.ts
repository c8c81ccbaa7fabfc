import { followPersonalPointing } from './pointing.ts'
import { guardUnsaved } from './unsaved.ts'

/** Guards forms, and fetches the page of a link that is pointed at. */
export function startPersonal(): void {
  if (document.documentElement.dataset.pages !== undefined) {
    guardUnsaved()
    followPersonalPointing()
  } else if (isRefusal()) {
    guardUnsaved()
    // Back, and loading anew, would send the form again: browsers then show an error of theirs.
    history.replaceState(history.state, '')
  }
}

/** The page that a refused form has been answered with: no address leads back to it. */
function isRefusal(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return load instanceof PerformanceNavigationTiming && load.responseStatus === 422
}
