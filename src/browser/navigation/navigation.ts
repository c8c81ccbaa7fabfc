import { isHere, isReadingPage, pageBehind } from './addresses.ts'
import { type Page, takePage } from './pages.ts'
import { announcePage, focusOn, goToPlace, prepareAnnouncements } from './place.ts'
import { withProgress } from './progress.ts'
import { closeOverlays, isInSameFrame, swapPage } from './swap.ts'

/** Of the document, when a page has taken the place of another */
export const pageEvent = 'kurs:page'

/** How long a page may wait for its transition, ms */
const transitionMs = 100

export interface PageLife {
  /** Before the page is left */
  end(): void
  /** Once it is there */
  start(): void
}

/** Pages that have the same around them follow each other without being loaded whole; elsewhere all is as it was. */
export function goFromPageToPage(life: PageLife): void {
  if (!('navigation' in window) || document.documentElement.dataset.reading === undefined) return
  prepareAnnouncements()
  document.addEventListener('click', followClick)
  navigation.addEventListener('navigate', (event) => followNavigation(event, life))
}

/** The last wish counts: what was on its way for another is not shown. */
let wish = 0
let isWhole = false
const parsed = new WeakMap<object, Document>()

/** From now on pages are loaded whole: those that come are of another build. */
export function loadWholePages(): void {
  isWhole = true
}

function followClick(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey || isWhole) return
  const url = pageBehind(target)
  // A place on this very page is the browser's business.
  if (!url || (isHere(url) && url.hash !== '')) return
  event.preventDefault()
  void open(url)
}

async function open(url: URL): Promise<void> {
  const own = ++wish
  const page = await withProgress(takePage(url))
  if (own !== wish) return
  const next = page && parse(page)
  if (!page || !next) return location.assign(url)
  const address = new URL(page.address)
  address.hash = url.hash
  const info = {}
  parsed.set(info, next)
  const { committed, finished } = navigation.navigate(address.href, { info })
  // Overtaken by the next one.
  Promise.all([committed, finished]).catch(() => {})
}

function parse({ html }: Page): Document | undefined {
  const next = new DOMParser().parseFromString(html, 'text/html')
  return isInSameFrame(next) ? next : undefined
}

function followNavigation(event: NavigateEvent, life: PageLife): void {
  const { canIntercept, hashChange, navigationType, destination, info } = event
  if (hashChange) return
  const next = typeof info === 'object' && info ? parsed.get(info) : undefined
  const options = { focusReset: 'manual', scroll: 'manual' } as const
  if (next) {
    closeOverlays()
    event.intercept({ ...options, handler: () => show(next, life, goToPlace) })
    return
  }
  const isBack = navigationType === 'traverse' && canIntercept && destination.sameDocument
  // Whatever else: what was on its way is not wanted any more.
  if (navigationType === 'traverse' || !destination.sameDocument) wish++
  if (!isBack || !isReadingPage(new URL(destination.url))) return
  closeOverlays()
  event.intercept({ ...options, handler: () => goBack(event, life) })
}

/** The address has changed already. */
async function goBack(event: NavigateEvent, life: PageLife): Promise<void> {
  const own = wish
  const page = isWhole ? undefined : await withProgress(takePage(new URL(event.destination.url)))
  if (own !== wish) return
  const next = page && parse(page)
  if (!next) return location.reload()
  await show(next, life, () => {
    event.scroll()
    focusOn()
  })
}

async function show(next: Document, life: PageLife, place: () => void): Promise<void> {
  const swap = () => {
    life.end()
    swapPage(next)
    life.start()
    place()
    announcePage()
    document.dispatchEvent(new Event(pageEvent))
  }
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || !('startViewTransition' in document)) return swap()
  const transition = document.startViewTransition(swap)
  const timer = setTimeout(() => transition.skipTransition(), transitionMs)
  transition.ready.then(() => clearTimeout(timer)).catch(() => {})
  transition.finished.catch(() => {})
  await transition.updateCallbackDone
}
