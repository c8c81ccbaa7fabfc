import { isLocale, type Locale, locales } from '../../i18n/locales.ts'
import { type OfflineView, readState, type Show } from './state.ts'

// Exported here, because this file is loaded with the first look at the search anyway.
export { rememberSearch, showRecentSearches } from '../recent-searches.ts'

/** Shows the control until the signal; the rest is loaded for readers who have asked to save documentation. */
export function showOffline(signal: AbortSignal): void {
  const box = document.querySelector<HTMLElement>('.offline-control')
  const locale = localeOf(box)
  if (!box || !locale) return
  const show = (view: OfflineView) => showView(box, locale, view)
  show(isSupported() ? readState(locale) : { status: 'unsupported' })
  if (!isSupported()) return
  // Another tab may finish it or switch it off.
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
    // The script itself could not be loaded.
    show({ status: 'failed', reason: 'network' })
  }
}

async function keepUpToDate(locale: Locale, show: Show): Promise<void> {
  try {
    const saving = await import('./saving.ts')
    await saving.keepUpToDate(locale, show)
  } catch {
    // Without network the saved version stays as it is.
  }
}

/** Replaces the results with an offline answer, unless the query has changed since. @returns false without an answer */
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

/** Only with HTTPS or on localhost */
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
  // Set only if it has changed, so that it is announced once, not with every percent.
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
