import type { BrowserContext, CDPSession, Page } from 'playwright'

/**
 * A browser tab that is reset for the next visitor instead of opening a new profile, which costs half as much as a
 * visit.
 */
export interface KeptTab {
  page: Page
  /** Whether the test has changed the page or its profile in a way that cannot be undone */
  isSpent(): boolean
  /**
   * Resets the page: leaves it for a page without scripts, and clears its routes, listeners, storage, history, cookies
   * and emulated media. Loaded files stay in the browser's cache, unless the tab clears that too. @returns whether the
   * page is clean: false when it is navigating at the moment, or the site is gone
   */
  renew(): Promise<boolean>
}

/** Path of the page that the tab shows between two visitors; that page runs no scripts. */
const quietPath = '/robots.txt'

/** Names of methods of a page and its profile whose effects outlast the test. */
const lasting = {
  page: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'routeWebSocket',
    'setDefaultTimeout',
    'setExtraHTTPHeaders',
  ],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'on',
    'once',
    'route',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
}

interface KeptTabOptions {
  /** URL of the site; all of its pages share one origin */
  url: string
  /** Whether the cache is cleared for the next visitor */
  forgetsLoaded: boolean
}

export async function keepTab(
  context: BrowserContext,
  page: Page,
  { url, forgetsLoaded }: KeptTabOptions,
): Promise<KeptTab> {
  const { origin, href: quiet } = new URL(quietPath, url)
  const devtools = await context.newCDPSession(page)
  let isSpent = false
  const spend = () => {
    isSpent = true
  }
  tellOf(page, lasting.page, spend)
  const stopListening = undoListening(page)
  tellOf(page.clock, lasting.clock, spend)
  tellOf(context, lasting.context, spend)
  return {
    page,
    isSpent: () => isSpent || page.isClosed() || context.pages().length > 1,
    renew: () => {
      stopListening()
      return leave(page, devtools, { origin, quiet, forgetsLoaded }).then(
        () => page.url() === quiet,
        () => false,
      )
    },
  }
}

interface Leaving {
  origin: string
  quiet: string
  forgetsLoaded: boolean
}

async function leave(page: Page, devtools: CDPSession, { origin, quiet, forgetsLoaded }: Leaving) {
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(quiet)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
    window.name = ''
  })
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devtools.send('Page.resetNavigationHistory')
  await page.context().clearCookies()
  await page.emulateMedia({ media: null, reducedMotion: null, forcedColors: null, contrast: null })
  await page.mouse.move(-1, -1)
  if (forgetsLoaded) await forgetLoaded(devtools)
}

/** Clears the browser's cache, because pages prefer a cached picture over one of the needed size. */
async function forgetLoaded(devtools: CDPSession) {
  await devtools.send('Network.clearBrowserCache')
  // Disables caching for a moment: the page's process then drops its own, separate cache.
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: false })
}

/** Calls `tell` whenever one of the listed methods of `target` is called. */
function tellOf(target: object, methods: string[], tell: () => void): void {
  for (const name of methods) {
    const act: unknown = Reflect.get(target, name)
    if (typeof act !== 'function') throw new Error(`There is no ${name}`)
    Reflect.set(target, name, (...given: unknown[]) => {
      tell()
      return Reflect.apply(act, target, given)
    })
  }
}

type Listener = (event: never) => unknown

/** @returns a function that removes all listeners added to the page since its last call */
function undoListening(page: Page): () => void {
  const added: [event: string, listener: Listener][] = []
  for (const name of ['on', 'once'] as const) {
    const add: unknown = Reflect.get(page, name)
    if (typeof add !== 'function') throw new Error(`There is no ${name}`)
    Reflect.set(page, name, (event: string, listener: Listener) => {
      added.push([event, listener])
      return Reflect.apply(add, page, [event, listener])
    })
  }
  return () => {
    for (const listened of added.splice(0)) Reflect.apply(page.removeListener, page, listened)
  }
}
