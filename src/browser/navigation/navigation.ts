import { isHere, pageBehind, reachOf } from './addresses.ts'
import type { Answer } from './page-store.ts'
import { getPage } from './pages.ts'
import { announcePage, holdHeight, prepareAnnouncements, restoreScroll, saveScroll, scrollToTarget } from './scroll.ts'
import { canSwapIn, closeOverlays, hasSameFrame, swapPage } from './swap.ts'

/** Delay before progress is shown, ms */
export const patienceMs = 200

/** Shows a thin bar at the top while the work takes longer than `patienceMs`. */
async function withProgress<Result>(work: Promise<Result>): Promise<Result> {
  const bar = document.createElement('div')
  bar.className = 'page-progress'
  const timer = setTimeout(() => document.body.append(bar), patienceMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    bar.remove()
  }
}

/** Event on `document` after a swapped-in page has been drawn */
export const pageEvent = 'kurs:page'

export const fadeMs = 100

export interface PageLifecycle {
  /** Called before the page is left */
  end(): void
  start(): void
  /** Called when a page has been swapped in with the frame around it */
  startAll(): void
}

/** Swaps public pages without a page load, and personal pages too; other navigation is left to the browser. */
export function enableSwapNavigation(lifecycle: PageLifecycle): void {
  if (!('navigation' in window)) return
  if (document.documentElement.dataset.pages !== undefined) prepareAnnouncements()
  document.addEventListener('click', followClick)
  navigation.addEventListener('navigate', (event) => followNavigation(event, lifecycle))
}

/** Number of the latest navigation: pages requested for earlier ones are not shown. */
let latestNavigation = 0
let loadsFullPages = false
let needsFullLoad = () => false
/** True while the address is already the next page's and the previous page is still shown. */
let isArriving = false
const parsed = new WeakMap<object, ReadySwap>()

interface ReadySwap {
  /** Replaces the page that is left */
  swap(): void
  /** Whether the frame around the page is replaced too */
  isAll: boolean
}

/** Ends swapping: pages from now on are of another build. */
export function loadFullPages(): void {
  loadsFullPages = true
}

/** While it returns true, the next page is fully loaded: the browser then asks, or restores forms on Back. */
export function loadFullPageWhile(isHeldNow: () => boolean): void {
  needsFullLoad = isHeldNow
}

function followClick(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey || loadsFullPages) return
  const url = pageBehind(target)
  // A target on this very page is left to the browser.
  if (!url || (isHere(url) && url.hash !== '')) return
  event.preventDefault()
  void open(url)
}

async function open(url: URL): Promise<void> {
  const own = ++latestNavigation
  const [page, next] = await withProgress(findNext(url))
  if (own !== latestNavigation) return
  if (!page || !next || needsFullLoad()) return location.assign(url)
  const address = new URL(page.address)
  address.hash = url.hash
  const info = {}
  parsed.set(info, next)
  const { committed, finished } = navigation.navigate(address.href, { info })
  // These reject if the next navigation overtakes this one.
  Promise.all([committed, finished]).catch(() => {})
}

/** Most pages need only a part. The code that swaps whole documents is loaded with the first one that needs it. */
async function findNext(url: URL): Promise<[Answer, ReadySwap | undefined]> {
  const isPartly = reachOf(url) === 'part'
  const whole = isPartly ? undefined : import('./swap-all.ts').catch(() => undefined)
  const page = await getPage(url)
  const next = page && new DOMParser().parseFromString(page.html, 'text/html')
  if (!next || !canSwapIn(next)) return [page, undefined]
  if (isPartly) return [page, hasSameFrame(next) ? { swap: () => swapPage(next), isAll: false } : undefined]
  const { swapAll } = (await whole) ?? {}
  return [page, swapAll && { swap: () => swapAll(next), isAll: true }]
}

function followNavigation(event: NavigateEvent, lifecycle: PageLifecycle): void {
  const { canIntercept, hashChange, navigationType, destination, info } = event
  if (!isArriving) saveScroll()
  if (hashChange) return
  const next = typeof info === 'object' && info ? parsed.get(info) : undefined
  const options = { focusReset: 'manual', scroll: 'manual' } as const
  if (next) {
    closeOverlays()
    event.intercept({ ...options, handler: () => show(next, lifecycle, scrollToTarget) })
    return
  }
  const isBack = navigationType === 'traverse' && canIntercept && destination.sameDocument
  // All other navigation cancels a pending one.
  if (navigationType === 'traverse' || !destination.sameDocument) latestNavigation++
  if (!isBack) return
  closeOverlays()
  event.intercept({ ...options, handler: () => goBack(event, lifecycle) })
}

/** Handles Back and Forward. The address has changed already. */
async function goBack(event: NavigateEvent, lifecycle: PageLifecycle): Promise<void> {
  const own = latestNavigation
  isArriving = true
  // End the page first: a late response to it would write its address over the new one.
  lifecycle.end()
  const url = new URL(event.destination.url)
  // The first page may be one that cannot be swapped in: missing, or shown in place of one that failed.
  const isKnown = !loadsFullPages && reachOf(url) !== undefined
  const [, next] = isKnown ? await withProgress(findNext(url)) : []
  if (own !== latestNavigation) return
  if (!next) return location.reload()
  const release = holdHeight()
  document.addEventListener(pageEvent, release, { once: true })
  await show(next, lifecycle, () => restoreScroll(event))
}

async function show(next: ReadySwap, lifecycle: PageLifecycle, place: () => void): Promise<void> {
  lifecycle.end()
  next.swap()
  // The page is in the document. Code that measures it runs next, still before it is drawn.
  await undefined
  if (next.isAll) lifecycle.startAll()
  else lifecycle.start()
  place()
  isArriving = false
  announcePage()
  fadeIn()
  dispatchOnceDrawn()
}

let pendingFrame = 0

/** If pages follow each other within a frame, only the last one is reported. */
function dispatchOnceDrawn(): void {
  cancelAnimationFrame(pendingFrame)
  pendingFrame = requestAnimationFrame(() => setTimeout(() => document.dispatchEvent(new Event(pageEvent))))
}

/** The page is already readable. Not a view transition, which would wait for pictures of both pages. */
function fadeIn(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  document.querySelector('main')?.animate([{ opacity: 0.4 }, { opacity: 1 }], { duration: fadeMs, easing: 'ease-out' })
}
