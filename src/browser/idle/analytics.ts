import { splitLocale } from '../../i18n/locales.ts'
import { pageEvent } from '../navigation/navigation.ts'
import { isPersonal } from '../navigation/page-store.ts'

type Metrika = ((...call: unknown[]) => void) & { a?: unknown[][]; l?: number }

declare global {
  interface Window {
    ym?: Metrika
  }
}

const metrikaScript = 'https://mc.yandex.ru/metrika/tag.js'

/** Counts page views, except for readers who ask not to be tracked and for addresses that contain a secret. */
export function countPages(): void {
  if (asksNotToBeTracked() || isSecret(location.href)) return
  const { metrika, analyticsScript, analyticsId } = document.documentElement.dataset
  if (analyticsScript) load(analyticsScript, analyticsId)
  if (metrika) startMetrika(Number(metrika))
}

/** Whether the address contains a secret: anyone who knows it can see or do what it leads to. */
function isSecret(address: string): boolean {
  return /[?&]token=|\/app\/bots\/shared\//.test(address)
}

function asksNotToBeTracked(): boolean {
  return (
    navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)
  )
}

/** Starts Yandex Metrika. Calls are queued until its script has loaded, as its documentation requires. */
function startMetrika(counter: number): void {
  const calls: unknown[][] = []
  const ym: Metrika = (...call) => calls.push(call)
  ym.a = calls
  ym.l = Date.now()
  window.ym ??= ym
  load(metrikaScript)
  // `defer` stops the counter from reporting the first page: this code reports all pages itself.
  window.ym(counter, 'init', { defer: true, trackLinks: false, clickmap: false, webvisor: false })
  // Query parameters such as searches are private, so they are removed from the previous page's address too.
  let before = isSecret(document.referrer) ? '' : document.referrer.replace(/[?#].*$/, '')
  const reportPage = () => {
    if (isSecret(location.href)) return
    const address = location.origin + location.pathname
    // Page titles may be private too: a personal page may have a name in its title.
    const title = isPersonal() || location.search ? location.pathname : document.title
    window.ym?.(counter, 'hit', address, { title, referer: before })
    window.ym?.(counter, 'reachGoal', goalOf(location.pathname))
    before = address
  }
  reportPage()
  document.addEventListener(pageEvent, reportPage)
}

/** Loads an analytics script. The site's ID is set in the attributes that the usual services read. */
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

/** Name of the product part to which a page belongs, the same in both languages: `docs`, `app-charts`, `home`. */
export function goalOf(path: string): string {
  const [first = 'home', second] = splitLocale(path)
    .path.split('/')
    .filter((part) => part !== '')
  const isArea = first === 'app' || first === 'admin'
  return isArea && second ? `${first}-${second}` : first
}
