import { pageEvent } from '../navigation/navigation.ts'
import { isPersonal } from '../navigation/pages.ts'
import { goalOf } from './goal.ts'

type Metrika = ((...call: unknown[]) => void) & { a?: unknown[][]; l?: number }

declare global {
  interface Window {
    ym?: Metrika
  }
}

const metrikaScript = 'https://mc.yandex.ru/metrika/tag.js'

/** Not for readers who ask not to be tracked, nor where the address holds a secret. */
export function countPages(): void {
  if (asksNotToBeTracked() || isSecret(location.href)) return
  const { metrika, analyticsScript, analyticsId } = document.documentElement.dataset
  if (analyticsScript) load(analyticsScript, analyticsId)
  if (metrika) tellMetrika(Number(metrika))
}

/** Whoever knows such an address may see or do what it leads to. */
function isSecret(address: string): boolean {
  return /[?&]token=|\/app\/bots\/shared\//.test(address)
}

function asksNotToBeTracked(): boolean {
  return (
    navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)
  )
}

/** Calls wait in a list until the script has come, as its makers want it. */
function tellMetrika(counter: number): void {
  const calls: unknown[][] = []
  const ym: Metrika = (...call) => calls.push(call)
  ym.a = calls
  ym.l = Date.now()
  window.ym ??= ym
  load(metrikaScript)
  // Pages are told of by us: the first one too.
  window.ym(counter, 'init', { defer: true, trackLinks: false, clickmap: false, webvisor: false })
  // What was searched for, or sent in the address, is nobody else's; nor that of the page before.
  let before = isSecret(document.referrer) ? '' : document.referrer.replace(/[?#].*$/, '')
  const tell = () => {
    if (isSecret(location.href)) return
    const address = location.origin + location.pathname
    // Nor what is somebody's own, as a name in the title of a page for them alone.
    const title = isPersonal() || location.search ? location.pathname : document.title
    window.ym?.(counter, 'hit', address, { title, referer: before })
    window.ym?.(counter, 'reachGoal', goalOf(location.pathname))
    before = address
  }
  tell()
  document.addEventListener(pageEvent, tell)
}

/** The id by the names under which the usual services look for it. */
function load(address: string, id?: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = address
  if (id) {
    script.dataset.id = id
    script.dataset.websiteId = id
  }
  document.head.append(script)
}
