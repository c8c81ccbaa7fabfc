import { isChangeRequest } from '../failures/failed-act.browser.ts'
import { walkRows } from './row-keys.browser.ts'

export const selector = '[data-list]'

/**
 * Makes a list work by keyboard and without page loads. The browser's address follows the list, and the focus survives
 * every swap.
 */
export function start({ dataset: { list: name = '' } }: HTMLElement, signal: AbortSignal): void {
  document.addEventListener('keydown', (event) => actByKey(event, name), { signal })
  document.addEventListener('htmx:before:request', (event) => startRequest(event, name), { signal })
  document.addEventListener('htmx:after:swap', (event) => followSwap(event, name), { signal })
  for (const failure of ['htmx:error', 'htmx:response:error']) {
    const reportFailure = (event: Event) => isAbout(event, name) && !isChangeRequest(event) && setFailed(true)
    document.addEventListener(failure, reportFailure, { signal })
  }
  // On pages with swap navigation, Back restores the list; on other pages it must reload the page.
  const comesBack = document.documentElement.dataset.pages !== undefined && 'navigation' in window
  if (!comesBack) addEventListener('popstate', () => location.reload(), { signal })
  // The shortcut `/` is announced to screen readers only now, because it works from now on.
  searchOf(name)?.setAttribute('aria-keyshortcuts', '/')
  // The user may have changed the list before this script started, so the address is updated.
  followAddress(name, true)
}

/**
 * Whether the next swap was requested by the search: such a swap replaces the history entry, every other swap adds one.
 */
let isFromSearch = false
/** Whether the next swap was requested by the user, not by the list itself */
let isFromUser = false
/** Whether the next swap shows another page of the list */
let isPageTurn = false
let focusedId = ''
/** Index of the row that contains the focused element */
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
  // After a turn to another page of the list, the first row gets the focus, even if the pressed link below still
  // exists.
  if (!isFromUser || (!isPageTurn && document.activeElement !== document.body)) return
  // If the row that had the focus is gone, the row now in its place gets the focus.
  const rows = rowsOf(name)
  const row = rows[isPageTurn ? 0 : Math.min(Math.max(focusedRow, 0), rows.length - 1)]
  const next = row?.querySelector<HTMLElement>('[data-row-open]') ?? list.querySelector<HTMLElement>('a')
  const kept = isPageTurn ? null : document.getElementById(focusedId)
  const target = kept ?? next
  target?.focus()
}

/** Replaces the browser's address by that of the list, in a new history entry or in the current one. */
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

/** Whether an htmx event concerns the whole list; swaps by forms within a row are excluded. */
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

/**
 * Whether the user is typing in a field. A field of a dialog that has just closed keeps the focus until the next frame
 * and does not count.
 */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('dialog:not([open])')) return false
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio'
  return target instanceof HTMLElement && target.matches('textarea, select')
}
