import { isHere, pageBehind } from './addresses.ts'
import { guardUnsaved } from './leaving.ts'
import { type Answer, addressOf, fetchFresh, freshMs, takeFrom } from './page-store.ts'
import { pointingEvents, savesData } from './prefetch.ts'

/** How long a link is pointed at before its page is fetched, ms: the pointer crosses other links on its way */
const dwellMs = 60

/**
 * Holds the page of the link that was pointed at last. It can be used once, and only while it is no older than
 * `freshMs`.
 */
export function createPointedPage(fetchPage: (address: string) => Promise<Answer>, now: () => number) {
  let kept: { address: string; response: Promise<Answer>; answeredAt: number } | undefined
  const find = (address: string) =>
    kept?.address === address && now() - kept.answeredAt < freshMs ? kept.response : undefined
  return {
    point(address: string): void {
      if (find(address)) return
      const own = { address, response: fetchPage(address), answeredAt: Number.POSITIVE_INFINITY }
      kept = own
      void own.response.then(() => {
        own.answeredAt = now()
      })
    },
    take(address: string): Promise<Answer> | undefined {
      const found = find(address)
      kept = undefined
      return found
    },
    forget(): void {
      kept = undefined
    },
  }
}

let dwelling: ReturnType<typeof setTimeout> | undefined

/** Fetches a personal page when the user points at its link, before the link is pressed. */
function prefetchPointedPages(): void {
  const pointed = createPointedPage(fetchFresh, () => performance.now())
  const follow = ({ target, type }: Event) => {
    clearTimeout(dwelling)
    const url = pageBehind(target)
    if (!url || isHere(url) || savesData()) return
    const isPressed = type === 'touchstart' || type === 'pointerdown'
    dwelling = setTimeout(() => pointed.point(addressOf(url)), isPressed ? 0 : dwellMs)
  }
  const forget = () => {
    clearTimeout(dwelling)
    pointed.forget()
  }
  for (const type of pointingEvents) document.addEventListener(type, follow, { passive: true })
  // A submitted form may change any page, so a page fetched before is dropped.
  for (const type of ['submit', 'htmx:before:request']) document.addEventListener(type, forget)
  takeFrom((address) => {
    clearTimeout(dwelling)
    return pointed.take(address)
  })
}

/**
 * Starts the code of personal pages: guards forms against loss of typed text and prefetches the page of a link that is
 * pointed at.
 */
export function startPersonal(): void {
  if (document.documentElement.dataset.pages !== undefined) {
    guardUnsaved(false)
    prefetchPointedPages()
  } else if (isRefusal()) {
    guardUnsaved(true)
    // Without this, Back and reload would send the form again, and browsers would show an error page of their own.
    history.replaceState(history.state, '')
  }
}

/** Statuses of pages that show a form again */
const refusals = [409, 422, 429]

/** Whether the page is the response to a refused form, to which no address leads back. */
function isRefusal(): boolean {
  const [load] = performance.getEntriesByType('navigation')
  return load instanceof PerformanceNavigationTiming && refusals.includes(load.responseStatus)
}
