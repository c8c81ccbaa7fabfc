import { Hono } from 'hono'
import { authApiRoutes } from './auth/api-routes.ts'
import type { GuardDeps } from './auth/middleware.ts'
import { authRoutes } from './auth/routes.tsx'
import { protocolRoutes } from './content/protocol/routes.ts'
import { queryRoutes } from './content/query/query-routes.ts'
import type { QueryReader } from './content/query/reader.ts'
import { readAddress } from './http/client-address.ts'
import { compressAnswers } from './http/compress-answers.ts'
import { refuseCrossSite } from './http/csrf.ts'
import type { AppEnv } from './http/env.ts'
import { NotFoundError } from './http/errors.ts'
import { hideFromCrawlers } from './http/hide-from-crawlers.ts'
import { dropTrailingSlash, readLocale } from './http/locale.ts'
import type { Logger } from './http/logger.ts'
import { reactPages } from './http/render.tsx'
import { createRequestIds } from './http/request-id.ts'
import { logRequests } from './http/request-log.ts'
import { securityHeaders, sendHeaders, workerHeaders } from './http/security.ts'
import { type ReadStaticFile, serveFiles } from './http/static-files.ts'
import { locales, localised } from './i18n/locales.ts'
import type { PriceAlert } from './market/alerts/alert.ts'
import { alertsRoutes } from './market/alerts/alerts-routes.tsx'
import { marketApiRoutes } from './market/api-routes.ts'
import { chartsRoutes } from './market/charts-routes.tsx'
import { drawingsRoutes } from './market/drawings-routes.ts'
import { createEnigma } from './market/enigma/enigma-deps.ts'
import { enigmaRoutes } from './market/enigma/enigma-routes.tsx'
import { layoutsRoutes } from './market/layouts-routes.ts'
import type { Market } from './market/market.ts'
import { startRoutes } from './market/start/start-routes.tsx'
import { homeStrip } from './market/strip/home-strip.tsx'
import { type OpsDeps, opsRoutes } from './ops/routes.ts'
import { paths } from './paths.ts'
import { type DevChanges, devRoutes } from './site/dev-routes.ts'
import { errorResponse } from './site/error-response.tsx'
import { serviceWorkerRoutes } from './site/offline-routes.tsx'
import { fullPath } from './site/page-context.ts'
import { siteFiles, siteRoutes } from './site/routes.tsx'
import type { SiteDeps } from './site/site-deps.ts'
import { inlineScript } from './ui/inline-script.ts'
import { impersonationRoutes } from './users/access-routes.tsx'
import { createCounter } from './users/counts.ts'
import { usersRoutes } from './users/routes.tsx'

export interface AppDeps {
  log: Logger
  site: SiteDeps
  auth: GuardDeps
  ops: OpsDeps
  market: Market
  /** Is told at once of every price alert that somebody makes */
  onAlertMade(alert: PriceAlert): void
  /** Reads `content.db` for queries of strangers */
  queries: QueryReader
  files: ReadStaticFile
  trustsProxy: boolean
  /** Present in development only */
  devChanges?: DevChanges | undefined
}

/** What only programs ask for. */
const forPrograms = ['/__nuxt_content/*', '/_i18n/*', '/_nuxt/*', '/builds/*']

export interface App {
  /** @param addressOf  the visitor's address, as the socket has it; asked for when a page is not in memory */
  fetch(request: Request, addressOf?: () => string | undefined): Response | Promise<Response>
  /** Asks the app without a socket: `app.request('/docs')` */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Every route there is, as it was named; a test holds that who may use it is decided for each. */
  routes: readonly Route[]
}

export interface Route {
  /** `ALL` for middleware */
  method: string
  /** With the locale prefix */
  path: string
}

/** Puts the domains behind one `fetch`: middleware in order, then every domain's routes once per locale prefix. */
export function createApp({
  log,
  site,
  auth,
  ops,
  market,
  onAlertMade,
  queries,
  files,
  trustsProxy,
  devChanges,
}: AppDeps): App {
  const { pages, siteUrl, ticker, isDev } = site
  const nextId = createRequestIds()
  const hono = new Hono<AppEnv>()
  const headers = securityHeaders({
    inlineScripts: [inlineScript],
    connectTo: ticker.url ? [ticker.url] : [],
    isHttps: siteUrl.startsWith('https:'),
  })

  hono.use('*', logRequests({ log, nextId, trustsProxy }))
  hono.use('*', sendHeaders(headers))
  hono.use('*', compressAnswers)
  hono.use('*', readAddress({ trustsProxy }))
  hono.use('*', readLocale)
  hono.use('*', refuseCrossSite({ siteUrl, openPaths: ['/__nuxt_content/'] }))
  hono.use('*', dropTrailingSlash)
  const isImmutable = (path: string) => /^\/(assets|images)\//.test(path)
  hono.use('*', serveFiles({ read: files, isImmutable, headersOf: workerHeaders, keeps: !isDev }))
  hono.use('*', reactPages)
  for (const path of forPrograms) hono.use(path, hideFromCrawlers)
  hono.route('/', opsRoutes(ops))
  hono.route('/', authApiRoutes(auth))
  hono.route('/', protocolRoutes(site))
  hono.route('/', queryRoutes({ queries }))
  hono.route('/', marketApiRoutes({ market, now: auth.auth.now }))
  hono.route('/', drawingsRoutes({ guards: auth, market }))
  hono.route('/', layoutsRoutes({ guards: auth }))
  hono.route('/', siteFiles(site))
  hono.route('/', serviceWorkerRoutes(files))
  if (devChanges) hono.route('/', devRoutes(devChanges))
  for (const locale of locales)
    hono.route(localised(locale, '/'), siteRoutes({ ...site, drawStrip: homeStrip(market) }))
  for (const locale of locales) hono.route(localised(locale, '/'), authRoutes({ site, guards: auth }))
  for (const locale of locales) hono.route(localised(locale, '/'), startRoutes({ site, guards: auth, market }))
  for (const locale of locales) hono.route(localised(locale, '/'), chartsRoutes({ site, guards: auth, market }))
  const enigma = createEnigma({ site, guards: auth, market, onAlertMade })
  for (const locale of locales) hono.route(localised(locale, '/'), enigmaRoutes(enigma))
  for (const locale of locales) hono.route(localised(locale, '/'), alertsRoutes(enigma))
  const users = { site, guards: auth, counter: createCounter(auth.auth.db) }
  hono.route('/', impersonationRoutes(users))
  for (const locale of locales) hono.route(localised(locale, '/'), usersRoutes(users))
  hono.notFound((c) => errorResponse(c, site, new NotFoundError(fullPath(c))))
  hono.onError((error, c) => errorResponse(c, site, error))

  const fetch = (request: Request, addressOf?: () => string | undefined) =>
    fromMemory(request) ?? hono.fetch(request, { address: addressOf?.() })

  /**
   * A public page that is in memory needs none of the middleware: its headers were finished when it was kept. `/` goes
   * the long way, for it may have to redirect by language.
   */
  function fromMemory(request: Request): Response | undefined {
    if (request.method !== 'GET') return undefined
    const path = pathOf(request.url)
    if (path === paths.home) return undefined
    const response = pages.answer(request, path)
    if (response) log.fromMemory(path, response.status === 304 ? 304 : 200)
    return response
  }

  return {
    fetch,
    request: async (path, init) => fetch(new Request(new URL(path, 'http://localhost'), init)),
    routes: hono.routes,
  }
}

/** The path of an absolute address, without making a URL object for it. */
function pathOf(url: string): string {
  const start = url.indexOf('/', 8)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}
