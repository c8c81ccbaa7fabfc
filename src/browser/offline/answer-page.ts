import { isLocale, localeCookie, localised, splitLocale } from '../../i18n/locales.ts'
import { paths } from '../../paths.ts'
import { copyAt, rememberCopy } from './visited.ts'

/** What the service worker is asked, as far as answering needs it. */
export type Asked = Pick<FetchEvent, 'request' | 'respondWith' | 'waitUntil'>

/**
 * Answers a page: the network first, a copy when it fails or takes its time, else the page that says so.
 * @param patienceMs  how long the network may take before a copy is shown, if there is one
 */
export function answerPage(event: Asked, pathname: string, patienceMs = 3000): void {
  const { request } = event
  const { promise: patience, resolve: loosePatience } = Promise.withResolvers<undefined>()
  const timer = setTimeout(loosePatience, patienceMs)
  const network = fetch(request)
  // Until the copy is put away, or it is clear that there will be none: without network, or without room for it.
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

/** Why nothing came, or nothing could be put away, does not matter: the answer is the same. */
function failed(): undefined {
  return undefined
}

/** Keeps a copy of public pages. Answers to searches are many, and made without network by other means. */
async function remember(pathname: string, response: Response): Promise<void> {
  const isHtml = response.headers.get('content-type')?.startsWith('text/html')
  const isPublic = !/no-store|private/.test(response.headers.get('cache-control') ?? '')
  const isSearch = splitLocale(pathname).path === paths.search
  if (response.status !== 200 || response.redirected || !isHtml || !isPublic || isSearch) return
  await rememberCopy('pages', pathname, response.clone())
}

/**
 * The root address belongs to the reader's language, which the server finds in its cookie. Where service workers cannot
 * read cookies, it is Russian, as its address says.
 */
async function homeRedirect({ referrer }: Request, pathname: string): Promise<Response | undefined> {
  if (pathname !== paths.home || referrer.startsWith(location.origin)) return undefined
  const locale = (await globalThis.cookieStore?.get(localeCookie))?.value
  return isLocale(locale) && localised(locale, paths.home) !== paths.home
    ? Response.redirect(localised(locale, paths.home))
    : undefined
}

/** What stands in for a page that is not kept, in the language of its address. */
async function offlinePage(pathname: string): Promise<Response> {
  const page = await copyAt(localised(splitLocale(pathname).locale, paths.offline))
  return page ? new Response(page.body, { status: 503, headers: page.headers }) : Response.error()
}
