import { isChangeRequest } from '../failures/failed-act.browser.ts'
import { walkRows } from './row-keys.browser.ts'

export const selector = '[data-list]'

/**
 * Controls a list by keyboard and without reloading. The address follows the list, and the focus survives every swap.
 */
export function start({ dataset: { list: name = '' } }: HTMLElement, signal: AbortSignal): void {
  document.addEventListener('keydown', (event) => actByKey(event, name), { signal })
  document.addEventListener('htmx:before:request', (event) => startRequest(event, name), { signal })
  document.addEventListener('htmx:after:swap', (event) => followSwap(event, name), { signal })
  for (const failure of ['htmx:error', 'htmx:response:error']) {
    const reportFailure = (event: Event) => isAbout(event, name) && !isChangeRequest(event) && setFailed(true)
    document.addEventListener(failure, reportFailure, { signal })
  }
  // Pages with swap navigation restore themselves on going back.
  const comesBack = document.documentElement.dataset.pages !== undefined && 'navigation' in window
  if (!comesBack) addEventListener('popstate', () => location.reload(), { signal })
  // Announced only now, because the key works from now on.
  searchOf(name)?.setAttribute('aria-keyshortcuts', '/')
  // A user faster than this script may have another list already.
  followAddress(name, true)
}

/** Whether the search requested the next swap: it replaces the address, every other swap adds one. */
let isFromSearch = false
/** Whether the user requested the next swap, rather than the list itself */
let isFromUser = false
/** Whether the next swap is another page of the list */
let isPageTurn = false
let focusedId = ''
/** Index of the row that contains it */
let focusedRow = 0

function actByKey(event: KeyboardEvent, name: string): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return
  const list = regionOf(name)
  if (!list) return
  const help = document.getElementById(`${name}-keys`)
  const act = help?.closest<HTMLElement>('[data-act-key]')?.dataset.actKey
  walkRows(event, list, { act, search: searchOf(name), help })
}

function startRequest(event: Event, name: string): void {
  if (!isAbout(event, name)) return
  isFromSearch = event.target instanceof HTMLFormElement
  isFromUser = event.target !== regionOf(name)
  isPageTurn = event.target instanceof Element && event.target.matches('[rel=next], [rel=prev]')
  focusedId = document.activeElement?.id ?? ''
  focusedRow = rowsOf(name).findIndex((row) => row.contains(document.activeElement))
  setFailed(false)
}

function followSwap(event: Event, name: string): void {
  const list = regionOf(name)
  if (!list || !isAbout(event, name)) return
  followAddress(name, isFromSearch)
  // On another page of the list, focus the first row, even if the pressed link below still exists.
  if (!isFromUser || (!isPageTurn && document.activeElement !== document.body)) return
  // If the focused row is gone, use the row in its place.
  const rows = rowsOf(name)
  const row = rows[isPageTurn ? 0 : Math.min(Math.max(focusedRow, 0), rows.length - 1)]
  const next = row?.querySelector<HTMLElement>('[data-row-open]') ?? list.querySelector<HTMLElement>('a')
  const kept = isPageTurn ? null : document.getElementById(focusedId)
  const target = kept ?? next
  target?.focus()
}

/** Puts the list's address into the browser's, as a new history entry or instead of the current one. */
function followAddress(name: string, isInstead: boolean): void {
  const address = regionOf(name)?.dataset.address
  if (!address || address === location.pathname + location.search) return
  if (isInstead) history.replaceState(history.state, '', address)
  else history.pushState(null, '', address)
}

function setFailed(isFailed: boolean): void {
  const message = document.querySelector<HTMLElement>('[data-list-failed]')
  if (message) message.hidden = !isFailed
}

/** Excludes swaps by forms within a row. */
function isAbout({ target }: Event, name: string): boolean {
  if (!(target instanceof Element)) return true
  return target.closest('[hx-target]')?.getAttribute('hx-target') === `#${name}-list`
}

function regionOf(name: string): HTMLElement | null {
  return document.getElementById(`${name}-list`)
}

function rowsOf(name: string): HTMLElement[] {
  return [...(regionOf(name)?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
}

function searchOf(name: string): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(`#${name}-search input[type=search]`)
}

/** A field of a dialog that has just closed keeps the focus until the next frame. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('dialog:not([open])')) return false
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio'
  return target instanceof HTMLElement && target.matches('textarea, select')
}
