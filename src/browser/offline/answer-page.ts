import { isLocale, localeCookie, localised, splitLocale } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { copyAt, rememberCopy } from './visited.ts'

export type PageRequestEvent = Pick<FetchEvent, 'request' | 'respondWith' | 'waitUntil'>

/** @param patienceMs  max wait for the network before a copy is shown, if there is one */
export function answerPage(event: PageRequestEvent, pathname: string, patienceMs = 3000): void {
  const { request } = event
  const { promise: patience, resolve: loosePatience } = Promise.withResolvers<undefined>()
  const timer = setTimeout(loosePatience, patienceMs)
  const network = fetch(request)
  // Keeps the worker alive until the copy is stored, or cannot be: no network, or no room.
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

/** Copies a page that was swapped in without a page load. Needs no cookies: it is in the reader's language already. */
export async function copyPage(pathname: string): Promise<void> {
  const request = new Request(new URL(pathname, location.origin), { credentials: 'omit' })
  await fetch(request)
    .then((response) => remember(pathname, response))
    .catch(failed)
}

function failed(): undefined {
  return undefined
}

/** Stores copies of public pages. Search results are excluded: there are many, and the offline search makes its own. */
async function remember(pathname: string, response: Response): Promise<void> {
  const isHtml = response.headers.get('content-type')?.startsWith('text/html')
  const isPublic = !/no-store|private/.test(response.headers.get('cache-control') ?? '')
  const isSearch = splitLocale(pathname).path === paths.search
  if (response.status !== 200 || response.redirected || !isHtml || !isPublic || isSearch) return
  await rememberCopy('pages', pathname, response.clone())
}

/** `/` belongs to the language in the reader's cookie. Not every service worker can read it; then it is Russian. */
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
