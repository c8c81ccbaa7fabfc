import { type Locale, locales } from '../../i18n/locales.ts'
import type { Answer, Question, Reason, SavedVersion } from './messages.ts'
import { cachePrefix, versionPrefixOf } from './names.ts'
import { fetchVersion } from './requests.ts'
import { readState, type Show, writeState } from './state.ts'
import { hasWasm } from './wasm.ts'

declare const OFFLINE_WORKER: string
declare const SERVICE_WORKER: string

const stops = new Map<Locale, () => void>()

export async function press(locale: Locale, show: Show): Promise<void> {
  const { status } = readState(locale)
  if (status === 'wanted' || status === 'kept') {
    await forget(locale)
    show({ status: 'off' })
    return
  }
  try {
    writeState(locale, { status: 'wanted' })
  } catch {
    show({ status: 'unsupported' })
    return
  }
  show({ status: 'wanted' })
  // Asks the browser not to evict the saved data; saving continues even if the browser refuses.
  void navigator.storage?.persist?.().catch(() => false)
  await keepUpToDate(locale, show)
}

/**
 * Saves the newest version of the documentation if it is not saved yet. The older version is used until the newer one
 * is complete, and stays if saving fails. If several tabs are open, only one saves.
 */
export async function keepUpToDate(locale: Locale, show: Show): Promise<void> {
  await navigator.locks.request(`kurs-offline-${locale}`, { ifAvailable: true }, async (lock) => {
    const before = readState(locale)
    if (!lock || (before.status === 'kept' && (await isNewest(locale, before.kept)))) return
    if (before.status === 'wanted') show({ status: 'loading', percent: 0 })
    const outcome = await makeVersion(locale, before.status === 'wanted' ? show : () => {})
    // The user switched offline documentation off while it was being saved, in this tab or another.
    if (readState(locale).status === 'off') return
    const isLost = 'reason' in outcome
    if (isLost && before.status === 'kept') return
    const after = isLost
      ? ({ status: 'failed', reason: outcome.reason } as const)
      : ({ status: 'kept', kept: outcome.kept } as const)
    writeState(locale, after)
    show(after)
  })
}

async function isNewest(locale: Locale, kept: SavedVersion): Promise<boolean> {
  if (!navigator.onLine) return true
  try {
    const { id } = await fetchVersion(locale, buildOfPage(), hasWasm())
    return id === kept.id && (await caches.has(versionPrefixOf(locale) + id))
  } catch {
    return true
  }
}

async function makeVersion(locale: Locale, show: Show): Promise<{ kept: SavedVersion } | { reason: Reason }> {
  try {
    await navigator.serviceWorker.register(SERVICE_WORKER, { updateViaCache: 'none' })
  } catch {
    return { reason: navigator.onLine ? 'other' : 'network' }
  }
  const outcome = await askWorker(locale, show)
  if ('kept' in outcome) await navigator.serviceWorker.ready
  return outcome
}

function askWorker(locale: Locale, show: Show): Promise<{ kept: SavedVersion } | { reason: Reason }> {
  const worker = new Worker(OFFLINE_WORKER, { type: 'module' })
  const { promise, resolve } = Promise.withResolvers<{ kept: SavedVersion } | { reason: Reason }>()
  stops.set(locale, () => resolve({ reason: 'other' }))
  const stopWhenOff = () => {
    if (readState(locale).status === 'off') stops.get(locale)?.()
  }
  addEventListener('storage', stopWhenOff)
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.is === 'progress') show({ status: 'loading', percent: data.percent })
    if (data.is === 'kept') resolve({ kept: data.kept })
    if (data.is === 'failed') resolve({ reason: data.reason })
  })
  worker.addEventListener('error', () => resolve({ reason: navigator.onLine ? 'other' : 'network' }))
  const question: Question = { ask: 'keep', locale, build: buildOfPage(), hasWasm: hasWasm() }
  worker.postMessage(question)
  return promise.finally(() => {
    removeEventListener('storage', stopWhenOff)
    worker.terminate()
    stops.delete(locale)
  })
}

async function forget(locale: Locale): Promise<void> {
  writeState(locale, { status: 'off' })
  stops.get(locale)?.()
  const isLast = locales.every((own) => readState(own).status === 'off')
  const prefix = isLast ? cachePrefix : versionPrefixOf(locale)
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name)))
  if (!isLast) return
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.unregister()
}

function buildOfPage(): string {
  const config = document.querySelector('script#runtime-config')?.textContent ?? '{}'
  return String(JSON.parse(config).buildId)
}
