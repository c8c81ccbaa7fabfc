import { isAct } from '../failures/failed-act.browser.ts'
import { walkRows } from './row-keys.browser.ts'

export const selector = '[data-list]'

/** A list by keyboard and without reloading. The address follows the list, and the focus survives every swap. */
export function start({ dataset: { list: name = '' } }: HTMLElement, signal: AbortSignal): void {
  document.addEventListener('keydown', (event) => actByKey(event, name), { signal })
  document.addEventListener('htmx:before:request', (event) => startRequest(event, name), { signal })
  document.addEventListener('htmx:after:swap', (event) => followSwap(event, name), { signal })
  for (const failure of ['htmx:error', 'htmx:response:error']) {
    const tell = (event: Event) => isAbout(event, name) && !isAct(event) && setFailed(true)
    document.addEventListener(failure, tell, { signal })
  }
  // Pages that take each other's place come back by themselves.
  const comesBack = document.documentElement.dataset.pages !== undefined && 'navigation' in window
  if (!comesBack) addEventListener('popstate', () => location.reload(), { signal })
  // Said only now that it is true.
  searchOf(name)?.setAttribute('aria-keyshortcuts', '/')
  // Whoever was faster than this script has another list already.
  followAddress(name, true)
}

/** What the next swap was asked by: the search replaces the address, everything else makes a new one. */
let isTyped = false
/** Whether somebody asked for the next swap, rather than the list itself */
let isAsked = false
/** Whether that is another page of the list */
let isTurned = false
let focusedId = ''
/** Which row that is in */
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
  isTyped = event.target instanceof HTMLFormElement
  isAsked = event.target !== regionOf(name)
  isTurned = event.target instanceof Element && event.target.matches('[rel=next], [rel=prev]')
  focusedId = document.activeElement?.id ?? ''
  focusedRow = rowsOf(name).findIndex((row) => row.contains(document.activeElement))
  setFailed(false)
}

function followSwap(event: Event, name: string): void {
  const list = regionOf(name)
  if (!list || !isAbout(event, name)) return
  followAddress(name, isTyped)
  // Of another page of the list the first row is where one goes on, though the pressed link below may still be there.
  if (!isAsked || (!isTurned && document.activeElement !== document.body)) return
  // Of a row that is gone it is the one in its place.
  const rows = rowsOf(name)
  const row = rows[isTurned ? 0 : Math.min(Math.max(focusedRow, 0), rows.length - 1)]
  const next = row?.querySelector<HTMLElement>('[data-row-open]') ?? list.querySelector<HTMLElement>('a')
  const kept = isTurned ? null : document.getElementById(focusedId)
  const target = kept ?? next
  target?.focus()
}

/** Puts the list's address into the browser's, as a new place to come back to or instead of the last. */
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

/** What a row's own forms swap is not about the list. */
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

/** The field of a dialog that has just closed keeps the focus until the browser draws its next frame. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('dialog:not([open])')) return false
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox' && target.type !== 'radio'
  return target instanceof HTMLElement && target.matches('textarea, select')
}
