import { isLocale, type Locale, locales } from '../../i18n/locales.ts'
import { type OfflineView, readState, type Show } from './state.ts'

// Recent searches are exported here, because this file is loaded anyway when the user first opens the search.
export { rememberSearch, showRecentSearches } from '../recent-searches.ts'

/**
 * Shows the control that saves documentation, until the signal aborts. The code that saves is loaded only for readers
 * who have asked for it.
 */
export function showOffline(signal: AbortSignal): void {
  const box = document.querySelector<HTMLElement>('.offline-control')
  const locale = localeOf(box)
  if (!box || !locale) return
  const show = (view: OfflineView) => showView(box, locale, view)
  show(isSupported() ? readState(locale) : { status: 'unsupported' })
  if (!isSupported()) return
  // Another tab may finish the saving or switch it off, so the control follows the stored state.
  addEventListener('storage', () => show(readState(locale)), { signal })
  box.querySelector('button')?.addEventListener('click', () => press(locale, show))
  for (const own of locales) {
    if (['wanted', 'kept'].includes(readState(own).status)) void keepUpToDate(own, own === locale ? show : () => {})
  }
}

async function press(locale: Locale, show: Show): Promise<void> {
  try {
    const saving = await import('./saving.ts')
    await saving.press(locale, show)
  } catch {
    // The script that saves documentation could not be loaded.
    show({ status: 'failed', reason: 'network' })
  }
}

async function keepUpToDate(locale: Locale, show: Show): Promise<void> {
  try {
    const saving = await import('./saving.ts')
    await saving.keepUpToDate(locale, show)
  } catch {
    // The update script could not be loaded without network, so the saved version stays as it is.
  }
}

/**
 * Answers a search from the saved documentation and replaces the results, unless the query has changed since. @returns
 * false if nothing is saved or the search gave no answer
 */
export async function answerFromSaved(input: HTMLInputElement, results: () => Element | null): Promise<boolean> {
  const query = input.value
  const html = await searchOffline(query)
  if (html === undefined) return false
  const [answer] = new DOMParser().parseFromString(html, 'text/html').body.children
  if (answer && input.value === query) results()?.replaceWith(answer)
  return true
}

async function searchOffline(query: string): Promise<string | undefined> {
  const locale = localeOf(document.querySelector<HTMLElement>('.offline-control'))
  if (!locale || readState(locale).status !== 'kept') return undefined
  const { searchLocally } = await import('./local-search.ts')
  return searchLocally(locale, query)
}

function localeOf(box: HTMLElement | null): Locale | undefined {
  const locale = box?.dataset.offline
  return isLocale(locale) ? locale : undefined
}

/** Whether the browser can save documentation, which needs APIs that exist only with HTTPS or on localhost */
function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'caches' in globalThis && 'locks' in navigator
}

function showView(box: HTMLElement, locale: Locale, view: OfflineView): void {
  const [text, button, progress] = [
    box.querySelector<HTMLElement>('[aria-live]'),
    box.querySelector('button'),
    box.querySelector('progress'),
  ]
  if (!text || !button || !progress) return
  const status = view.status === 'wanted' ? 'loading' : view.status
  box.dataset.state = status
  button.textContent = button.dataset[status] ?? ''
  button.hidden = button.textContent === ''
  progress.hidden = status !== 'loading'
  progress.value = view.status === 'loading' ? view.percent : 0
  const said = text.dataset[textOf(view)] ?? ''
  const now = view.status === 'kept' ? filled(said, locale, view.kept) : said
  // The text is set only if it has changed, so that screen readers announce it once, not with every percent.
  if (text.textContent !== now) text.textContent = now
}

function textOf(view: OfflineView): string {
  if (view.status === 'failed') return { network: 'failedNetwork', space: 'failedSpace', other: 'failed' }[view.reason]
  if (view.status === 'kept') return view.kept.hasSearch ? 'kept' : 'keptSearchless'
  return view.status === 'wanted' ? 'loading' : view.status
}

function filled(text: string, locale: Locale, { at, pages, bytes }: { at: string; pages: number; bytes: number }) {
  const megabytes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 })
  const date = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone: 'Europe/Moscow',
  })
  return text
    .replace('{pages}', String(pages))
    .replace('{size}', megabytes.format(bytes / 1e6))
    .replace('{date}', date.format(new Date(at)))
}
