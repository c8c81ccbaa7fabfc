import { isLocale, localeCookie, localised, splitLocale } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { cachePrefix, filesPrefix, versionPrefix, visitedPrefix } from './names.ts'

/** Paths whose responses are for one reader or one moment, so the service worker stores none of them. */
const privatePaths = [
  paths.app,
  '/admin',
  '/api',
  paths.login,
  paths.register,
  paths.setup,
  paths.lostPassword,
  paths.newPassword,
  paths.account,
  '/_dev',
  '/__nuxt_content',
  paths.serviceWorker,
]

export function isPrivate(pathname: string): boolean {
  const { path } = splitLocale(pathname)
  return privatePaths.some((own) => path === own || path.startsWith(`${own}/`))
}

function isPage({ mode }: Request): boolean {
  return mode === 'navigate'
}

function isHashed(pathname: string): boolean {
  return pathname.startsWith('/assets/') || pathname.startsWith('/images/')
}

/**
 * Name of a picture without its width: `/images/0123-640.webp` and `/images/0123-1280.webp` are one picture, and so are
 * `/screens/bots-720.webp` and `/screens/bots.webp`.
 */
export function pictureOf(pathname: string): string | undefined {
  const [, image, screen] = /^(?:(\/images\/.+-)\d+|(\/screens\/.+?)(?:-\d+)?)\.webp$/.exec(pathname) ?? []
  return image ?? screen
}

declare const BUILD_ID: string

const prefixes = { pages: visitedPrefix, files: filesPrefix }
const limits = { pages: 200, files: 300 }

type Kind = keyof typeof limits

/**
 * Finds the copy of an address without regard to its query. Saved documentation comes before visited pages; while a
 * newer version is being saved, the older one is used.
 */
export async function copyAt(pathname: string): Promise<Response | undefined> {
  for (const cacheName of await ownCaches()) {
    const copy = await caches.match(pathname, { cacheName, ignoreVary: true })
    if (copy) return copy
  }
  return undefined
}

async function copiedAddresses(): Promise<string[]> {
  const lists = await Promise.all(
    (await ownCaches()).map(async (name) => {
      const cache = await caches.open(name)
      return (await cache.keys()).map(({ url }) => new URL(url).pathname)
    }),
  )
  return lists.flat()
}

/** Stores a copy of a response and evicts the oldest copies beyond the limit. */
async function rememberCopy(kind: Kind, pathname: string, response: Response): Promise<void> {
  if (!(await isWanted())) return
  const cache = await caches.open(cacheOf(kind))
  await cache.delete(pathname)
  await cache.put(pathname, response)
  const addresses = await cache.keys()
  await Promise.all(
    addresses.slice(0, Math.max(0, addresses.length - limits[kind])).map((oldest) => cache.delete(oldest)),
  )
}

/**
 * Removes caches of other builds. Saved documentation stays: each version has its own files and is removed when a newer
 * version is complete.
 */
export async function removeOtherBuilds(): Promise<void> {
  const current = [cacheOf('pages'), cacheOf('files')]
  const others = (await caches.keys()).filter(
    (name) => Object.values(prefixes).some((prefix) => name.startsWith(prefix)) && !current.includes(name),
  )
  await Promise.all(others.map((name) => caches.delete(name)))
}

function cacheOf(kind: Kind): string {
  return prefixes[kind] + BUILD_ID
}

/**
 * Whether the user wants offline documentation. A service worker runs until its pages are closed, even if it was
 * unregistered; then nothing is saved, and it must store nothing.
 */
async function isWanted(): Promise<boolean> {
  return (await caches.keys()).some((name) => name.startsWith(versionPrefix))
}

async function ownCaches(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(cachePrefix))
  const isKept = (name: string) => name.startsWith(versionPrefix)
  return [...names.filter(isKept), ...names.filter((name) => !isKept(name))]
}

// A new build takes over at once and removes what the old build's pages left.
addEventListener('install', (event) => event.waitUntil(skipWaiting()))
addEventListener('activate', (event) => event.waitUntil(Promise.all([removeOtherBuilds(), clients.claim()])))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (isPage(request)) isPrivate(pathname) ? answerPrivatePage(event, pathname) : answerPage(event, pathname)
  else if (isPrivate(pathname)) return
  else if (request.destination !== '' || pathname.startsWith('/assets/')) answerFile(event, pathname)
})
addEventListener('message', {
  handleEvent(event: ExtendableMessageEvent) {
    const { data } = event
    if (typeof data === 'string' && !isPrivate(data)) event.waitUntil(copyPage(data))
  },
})

/**
 * Answers a request for a file. A file with a hash in its name comes from a stored copy if there is one; others come
 * from the network if it responds.
 */
export function answerFile(event: PageRequestEvent, pathname: string): void {
  event.respondWith(isHashed(pathname) ? copyFirst(event, pathname) : networkFirst(event, pathname))
}

async function copyFirst(event: PageRequestEvent, pathname: string): Promise<Response> {
  const copy = await copyAt(pathname)
  if (copy) return copy
  try {
    return await fetchAndRemember(event, pathname)
  } catch {
    return (await otherWidth(pathname)) ?? Response.error()
  }
}

async function networkFirst(event: PageRequestEvent, pathname: string): Promise<Response> {
  try {
    return await fetchAndRemember(event, pathname)
  } catch {
    return (await copyAt(pathname)) ?? (await otherWidth(pathname)) ?? Response.error()
  }
}

async function fetchAndRemember(event: PageRequestEvent, pathname: string): Promise<Response> {
  const response = await fetch(event.request)
  // Downloads of the offline worker are skipped, because it stores them itself. A partial response is not a copy of the
  // file.
  const isWhole = response.status === 200 && response.type === 'basic' && !response.redirected
  if (isWhole && event.request.destination !== '') {
    event.waitUntil(rememberCopy('files', pathname, response.clone()).catch(() => undefined))
  }
  return response
}

/** Finds a saved picture of another width, which is shown instead of the requested width. */
async function otherWidth(pathname: string): Promise<Response | undefined> {
  const picture = pictureOf(pathname)
  const other = picture && (await copiedAddresses()).find((address) => pictureOf(address) === picture)
  return other ? copyAt(other) : undefined
}

type PageRequestEvent = Pick<FetchEvent, 'request' | 'respondWith' | 'waitUntil'>

/**
 * Answers a request for a public page, from the network or from a stored copy. @param patienceMs  max wait for the
 * network before the copy, if there is one, is shown
 */
export function answerPage(event: PageRequestEvent, pathname: string, patienceMs = 3000): void {
  const { request } = event
  const { promise: patience, resolve: loosePatience } = Promise.withResolvers<undefined>()
  const timer = setTimeout(loosePatience, patienceMs)
  const network = fetch(request)
  // Keeps the service worker alive until the copy is stored, or until storing fails without network or space.
  event.waitUntil(network.then((response) => remember(pathname, response)).catch(failed))
  const answer = async () => {
    const prompt = await Promise.race([network.catch(failed), patience])
    clearTimeout(timer)
    if (prompt && prompt.status < 500) return prompt
    const copy = (await homeRedirect(request, pathname)) ?? (await copyAt(pathname))
    return copy ?? (await network.catch(failed)) ?? offlinePage(pathname)
  }
  event.respondWith(answer())
}

/** Answers with a personal page, of which no copy is stored. */
export function answerPrivatePage(event: PageRequestEvent, pathname: string): void {
  event.respondWith(fetch(event.request).catch(() => offlinePage(pathname)))
}

/**
 * Stores a copy of a page that was swapped in without a page load. The request needs no cookies, because the page is in
 * the reader's language already.
 */
export async function copyPage(pathname: string): Promise<void> {
  const request = new Request(new URL(pathname, location.origin), { credentials: 'omit' })
  await fetch(request)
    .then((response) => remember(pathname, response))
    .catch(failed)
}

function failed(): undefined {
  return undefined
}

/**
 * Stores copies of public pages. Search results are excluded: there are many, and the offline search computes its own.
 */
async function remember(pathname: string, response: Response): Promise<void> {
  const isHtml = response.headers.get('content-type')?.startsWith('text/html')
  const isPublic = !/no-store|private/.test(response.headers.get('cache-control') ?? '')
  const isSearch = splitLocale(pathname).path === paths.search
  if (response.status !== 200 || response.redirected || !isHtml || !isPublic || isSearch) return
  await rememberCopy('pages', pathname, response.clone())
}

/**
 * Redirects `/` to the home page in the language of the reader's cookie. If the service worker cannot read cookies, the
 * page is Russian.
 */
async function homeRedirect({ referrer }: Request, pathname: string): Promise<Response | undefined> {
  if (pathname !== paths.home || referrer.startsWith(location.origin)) return undefined
  const locale = (await globalThis.cookieStore?.get(localeCookie))?.value
  return isLocale(locale) && localised(locale, paths.home) !== paths.home
    ? Response.redirect(localised(locale, paths.home))
    : undefined
}

async function offlinePage(pathname: string): Promise<Response> {
  const page = await copyAt(localised(splitLocale(pathname).locale, paths.offline))
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error()
}
