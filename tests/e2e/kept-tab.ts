import type { BrowserContext, CDPSession, Page } from 'playwright'

/** A page that is the next visitor's too once it is as good as new: a new profile costs half as much as a visit. */
export interface KeptTab {
  page: Page
  /** Whether the test has done something to the page or its profile that nothing undoes */
  isSpent(): boolean
  /**
   * Leaves the page for one without scripts, and forgets its routes and listeners, what it has stored, its history, its
   * cookies and its media.
   * What was loaded stays in the browser's cache, unless the tab forgets that too.
   * @returns whether it is as good as new: not when its last page goes elsewhere just now, or the site is gone
   */
  renew(): Promise<boolean>
}

/** Where a page waits for its next visitor: nothing runs there. */
const quietPath = '/robots.txt'

/** What a test may do to a page and its profile that outlives the test. */
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
  /** Of the site; all of its pages share one origin */
  url: string
  /** Whether the next visitor loads everything anew */
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

/** Pages take a picture that is there already rather than one of the size they need. */
async function forgetLoaded(devtools: CDPSession) {
  await devtools.send('Network.clearBrowserCache')
  // The process of the page has a cache of its own, which it gives up when it is to have none.
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: false })
}

/** Tells whenever one of these methods of `target` is called. */
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

/** @returns takes away all listeners that have been added to the page since the last time */
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
