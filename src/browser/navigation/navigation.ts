import { isHere, pageBehind, reachOf } from './addresses.ts'
import type { Answer } from './kept-pages.ts'
import { takePage } from './pages.ts'
import { announcePage, goToPlace, holdHeight, prepareAnnouncements, rememberPlace, returnToPlace } from './place.ts'
import { withProgress } from './progress.ts'
import { canFollow, closeOverlays, isPart, swapPage } from './swap.ts'

/** Event on `document` after a swapped-in page has been drawn */
export const pageEvent = 'kurs:page'

export const fadeMs = 100

export interface PageLife {
  /** Called before the page is left */
  end(): void
  start(): void
  /** Called when a page has been swapped in with the frame around it */
  startAll(): void
}

/** Swaps public pages without a page load, and personal pages too; other navigation is left to the browser. */
export function goFromPageToPage(life: PageLife): void {
  if (!('navigation' in window)) return
  if (document.documentElement.dataset.pages !== undefined) prepareAnnouncements()
  document.addEventListener('click', followClick)
  navigation.addEventListener('navigate', (event) => followNavigation(event, life))
}

/** Number of the latest navigation: pages requested for earlier ones are not shown. */
let wish = 0
let isWhole = false
let isHeld = () => false
/** True while the address is already the next page's and the previous page is still shown. */
let isArriving = false
const parsed = new WeakMap<object, Next>()

interface Next {
  /** Replaces the page that is left */
  swap(): void
  /** Whether the frame around the page is replaced too */
  isAll: boolean
}

/** Ends swapping: pages from now on are of another build. */
export function loadWholePages(): void {
  isWhole = true
}

/** While it returns true, the next page is fully loaded: the browser then asks, or restores forms on Back. */
export function holdPages(isHeldNow: () => boolean): void {
  isHeld = isHeldNow
}

function followClick(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey || isWhole) return
  const url = pageBehind(target)
  // A target on this very page is left to the browser.
  if (!url || (isHere(url) && url.hash !== '')) return
  event.preventDefault()
  void open(url)
}

async function open(url: URL): Promise<void> {
  const own = ++wish
  const [page, next] = await withProgress(findNext(url))
  if (own !== wish) return
  if (!page || !next || isHeld()) return location.assign(url)
  const address = new URL(page.address)
  address.hash = url.hash
  const info = {}
  parsed.set(info, next)
  const { committed, finished } = navigation.navigate(address.href, { info })
  // These reject if the next navigation overtakes this one.
  Promise.all([committed, finished]).catch(() => {})
}

/** Most pages need only a part. The code that swaps whole documents is loaded with the first one that needs it. */
async function findNext(url: URL): Promise<[Answer, Next | undefined]> {
  const isPartly = reachOf(url) === 'part'
  const whole = isPartly ? undefined : import('./swap-all.ts').catch(() => undefined)
  const page = await takePage(url)
  const next = page && new DOMParser().parseFromString(page.html, 'text/html')
  if (!next || !canFollow(next)) return [page, undefined]
  if (isPartly) return [page, isPart(next) ? { swap: () => swapPage(next), isAll: false } : undefined]
  const { swapAll } = (await whole) ?? {}
  return [page, swapAll && { swap: () => swapAll(next), isAll: true }]
}

function followNavigation(event: NavigateEvent, life: PageLife): void {
  const { canIntercept, hashChange, navigationType, destination, info } = event
  if (!isArriving) rememberPlace()
  if (hashChange) return
  const next = typeof info === 'object' && info ? parsed.get(info) : undefined
  const options = { focusReset: 'manual', scroll: 'manual' } as const
  if (next) {
    closeOverlays()
    event.intercept({ ...options, handler: () => show(next, life, goToPlace) })
    return
  }
  const isBack = navigationType === 'traverse' && canIntercept && destination.sameDocument
  // All other navigation cancels a pending one.
  if (navigationType === 'traverse' || !destination.sameDocument) wish++
  if (!isBack) return
  closeOverlays()
  event.intercept({ ...options, handler: () => goBack(event, life) })
}

/** Handles Back and Forward. The address has changed already. */
async function goBack(event: NavigateEvent, life: PageLife): Promise<void> {
  const own = wish
  isArriving = true
  // End the page first: a late response to it would write its address over the new one.
  life.end()
  const url = new URL(event.destination.url)
  // The first page may be one that cannot be swapped in: missing, or shown in place of one that failed.
  const isKnown = !isWhole && reachOf(url) !== undefined
  const [, next] = isKnown ? await withProgress(findNext(url)) : []
  if (own !== wish) return
  if (!next) return location.reload()
  const release = holdHeight()
  document.addEventListener(pageEvent, release, { once: true })
  await show(next, life, () => returnToPlace(event))
}

async function show(next: Next, life: PageLife, place: () => void): Promise<void> {
  life.end()
  next.swap()
  // The page is in the document. Code that measures it runs next, still before it is drawn.
  await undefined
  if (next.isAll) life.startAll()
  else life.start()
  place()
  isArriving = false
  announcePage()
  fadeIn()
  tellOnceDrawn()
}

let telling = 0

/** If pages follow each other within a frame, only the last one is reported. */
function tellOnceDrawn(): void {
  cancelAnimationFrame(telling)
  telling = requestAnimationFrame(() => setTimeout(() => document.dispatchEvent(new Event(pageEvent))))
}

/** The page is already readable. Not a view transition, which would wait for pictures of both pages. */
function fadeIn(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  document.querySelector('main')?.animate([{ opacity: 0.4 }, { opacity: 1 }], { duration: fadeMs, easing: 'ease-out' })
}
