import { isHere, pageBehind, reachOf } from './addresses.ts'
import { type Answer, getPage } from './page-store.ts'
import { announcePage, holdHeight, prepareAnnouncements, restoreScroll, saveScroll, scrollToTarget } from './scroll.ts'
import { canSwapIn, closeOverlays, hasSameFrame, swapPage } from './swap.ts'

/** Delay before a navigation shows a progress bar, ms */
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

/** Name of the event that is fired on `document` after a swapped-in page has been drawn */
export const pageEvent = 'kurs:page'

export const fadeMs = 100

export interface PageLifecycle {
  /** Called before the current page is swapped out */
  end(): void
  start(): void
  /** Called when a page was swapped in together with the frame around it, such as the header */
  startAll(): void
}

/**
 * Navigates between pages, public and personal, by swapping their content without a page load. All other navigation is
 * left to the browser.
 */
export function enableSwapNavigation(lifecycle: PageLifecycle): void {
  if (!('navigation' in window)) return
  if (document.documentElement.dataset.pages !== undefined) prepareAnnouncements()
  document.addEventListener('click', followClick)
  navigation.addEventListener('navigate', (event) => followNavigation(event, lifecycle))
}

/** Number of the latest navigation. A page that was requested for an earlier one is not shown when it arrives. */
let latestNavigation = 0
let loadsFullPages = false
let needsFullLoad = () => false
/** True while the address is already that of the next page but the previous page is still shown. */
let isArriving = false
const parsed = new WeakMap<object, ReadySwap>()

interface ReadySwap {
  /** Replaces the current page with the next one */
  swap(): void
  /** Whether the swap also replaces the frame around the page, such as the header */
  isAll: boolean
}

/** Makes all further navigation load full pages, because the server now has another build. */
export function loadFullPages(): void {
  loadsFullPages = true
}

/**
 * While the function returns true, the next navigation is a full page load, so that the browser asks about unsaved
 * text, or restores forms on Back.
 */
export function loadFullPageWhile(isHeldNow: () => boolean): void {
  needsFullLoad = isHeldNow
}

function followClick(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented } = event
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey || loadsFullPages) return
  const url = pageBehind(target)
  // A link to a place on the current page is left to the browser.
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
  // The promises of a navigation reject if the next navigation overtakes it, which is no error.
  Promise.all([committed, finished]).catch(() => {})
}

/**
 * Gets the next page and prepares its swap. Most pages need only a part; the code that swaps whole documents is loaded
 * with the first page that needs it.
 */
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
  // Back, Forward and navigation that loads a page cancel a pending swap.
  if (navigationType === 'traverse' || !destination.sameDocument) latestNavigation++
  if (!isBack) return
  closeOverlays()
  event.intercept({ ...options, handler: () => goBack(event, lifecycle) })
}

/** Handles Back and Forward, for which the browser has already changed the address. */
async function goBack(event: NavigateEvent, lifecycle: PageLifecycle): Promise<void> {
  const own = latestNavigation
  isArriving = true
  // End the current page first: a late response to one of its requests would write that page's address over the new
  // one.
  lifecycle.end()
  const url = new URL(event.destination.url)
  // The history entry may be of a page that cannot be swapped in: a missing page, or an error shown in its place.
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
  // The next page is now in the document. Wait one microtask, so that code that measures it runs before it is drawn.
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

/**
 * Fires `pageEvent` once the page has been drawn. If pages follow each other within a frame, only the last one fires
 * it.
 */
function dispatchOnceDrawn(): void {
  cancelAnimationFrame(pendingFrame)
  pendingFrame = requestAnimationFrame(() => setTimeout(() => document.dispatchEvent(new Event(pageEvent))))
}

/**
 * Fades in the new page, which is readable at once. A view transition is not used, because it would wait for pictures
 * of both pages.
 */
function fadeIn(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  document.querySelector('main')?.animate([{ opacity: 0.4 }, { opacity: 1 }], { duration: fadeMs, easing: 'ease-out' })
}
