import { type Context, Hono } from 'hono'
import { accountManifest } from './account/manifest.ts'
import { alertsManifest } from './alerts/manifest.ts'
import { authApiRoutes } from './auth/api-routes.ts'
import { type ActWords, type AuditActs, authActs } from './auth/audit.ts'
import type { Accounts } from './auth/middleware.ts'
import { chartsManifest } from './charts/manifest.ts'
import { protocolRoutes } from './content/protocol/routes.ts'
import { queryRoutes } from './content/query/query-routes.ts'
import type { QueryReader } from './content/query/reader.ts'
import { enigmaManifest } from './enigma/manifest.ts'
import type { RecentTicks } from './enigma/recent-ticks.ts'
import type { Events } from './events/events.ts'
import { type Access, accessOf } from './http/access.ts'
import { readAddress } from './http/client-address.ts'
import { compressResponses } from './http/compress-responses.ts'
import { refuseCrossSite } from './http/csrf.ts'
import type { AppEnv } from './http/env.ts'
import { hideFromCrawlers } from './http/hide-from-crawlers.ts'
import { limitWork } from './http/limit-work.ts'
import { dropTrailingSlash, readLocale } from './http/locale.ts'
import type { DomainJobDeps, Manifest } from './http/manifest.ts'
import { missingRoute } from './http/missing-route.ts'
import { reactPages } from './http/render.tsx'
import { createRequestIds } from './http/request-id.ts'
import { logRequests } from './http/request-log.ts'
import { fileHeaders, securityHeaders, sendHeaders } from './http/security.ts'
import { type ReadStaticFile, serveFiles } from './http/static-files.ts'
import { locales, localised } from './i18n/locales.ts'
import type { MessageKey } from './i18n/translate.ts'
import { createFairQueue } from './jobs/fair-queue.ts'
import type { Logger } from './log/logger.ts'
import { marketApiRoutes } from './market/api-routes.ts'
import type { Market } from './market/market.ts'
import { type OpsDeps, opsRoutes } from './ops/routes.ts'
import { closedAreas } from './pages/closed-areas.ts'
import { createFlashes } from './pages/flash.ts'
import type { PageDeps } from './pages/page-deps.ts'
import { paths, withSlash } from './paths.ts'
import { type DevChanges, devRoutes } from './site/dev-routes.ts'
import { errorResponses } from './site/error-response.tsx'
import { siteManifest } from './site/manifest.ts'
import { serviceWorkerRoutes } from './site/offline-routes.tsx'
import { siteFiles, siteRoutes } from './site/routes.tsx'
import type { SiteDeps } from './site/site-deps.ts'
import { startManifest } from './start/manifest.ts'
import { homeStrip } from './start/strip/home-strip.tsx'
import { inlineScript } from './ui/inline-script.ts'
import type { NavigationEntry } from './ui/menus.ts'
import { usersManifest } from './users/manifest.ts'

export interface AppDeps {
  log: Logger
  site: Omit<SiteDeps, 'navigation' | 'searches'>
  accounts: Accounts
  ops: OpsDeps
  events: Events
  market: Market
  recentTicks: Pick<RecentTicks, 'of'>
  /** Runs strangers' queries on `content.db` */
  queries: QueryReader
  files: ReadStaticFile
  trustsProxy: boolean
  devChanges?: DevChanges | undefined
}

/** With the menus' entries of every domain. */
type MountedDeps = AppDeps & { site: SiteDeps }

type DomainDeps = PageDeps & Accounts & Pick<AppDeps, 'events' | 'market' | 'recentTicks'> & { acts: ActWords }

/** Every role of today follows the market. */
export type JobDeps = DomainJobDeps & { market: Market }

const manifests = [
  siteManifest,
  accountManifest,
  startManifest,
  chartsManifest,
  enigmaManifest,
  alertsManifest,
  usersManifest,
]
export const domains: readonly Manifest<DomainDeps, JobDeps>[] = manifests

/** An act that a domain has declared and does not bring does not compile. */
const acts = { ...authActs, ...actsOf(manifests) } satisfies AuditActs

type ActNames<Domain> = Domain extends { acts: infer Acts } ? keyof Acts & string : never

function actsOf<Domain extends Pick<Manifest<never>, 'navigation' | 'acts'>>(each: readonly Domain[]) {
  const all: Record<ActNames<Domain>, MessageKey> = Object.assign({}, ...each.map((domain) => domain.acts))
  return all
}

const forPrograms = ['/__nuxt_content/*', '/_i18n/*', '/_nuxt/*', '/builds/*']

export interface App {
  /** @param addressOf  the visitor's address from the socket; called when a page is not in memory */
  fetch(request: Request, addressOf?: () => string | undefined): Response | Promise<Response>
  request(path: string, init?: RequestInit): Promise<Response>
  /** A test holds that access is declared for each. */
  routes: readonly Route[]
  navigation: readonly NavigationEntry[]
}

export interface Route {
  method: string
  path: string
  /** Undefined where a handler declares nothing */
  access?: Access | undefined
}

function addMiddleware(hono: Hono<AppEnv>, { log, site, files, trustsProxy, accounts }: MountedDeps): void {
  const { siteUrl, ticker, isDev } = site
  const nextId = createRequestIds()
  const headers = securityHeaders({
    inlineScripts: [inlineScript],
    connectTo: ticker.url ? [ticker.url] : [],
    isHttps: siteUrl.startsWith('https:'),
  })
  hono.use('*', logRequests({ log, nextId, trustsProxy }))
  hono.use('*', sendHeaders(headers))
  hono.use('*', compressResponses)
  hono.use('*', readAddress({ trustsProxy }))
  hono.use('*', readLocale)
  hono.use('*', refuseCrossSite({ siteUrl, openPaths: ['/__nuxt_content/'] }))
  hono.use('*', dropTrailingSlash)
  const isImmutable = (path: string) => /^\/(assets|images)\//.test(path)
  hono.use('*', serveFiles({ read: files, isImmutable, headersOf: fileHeaders, keeps: !isDev }))
  hono.use('*', reactPages)
  hono.use('*', limitWork(accounts.auth.now))
  for (const path of forPrograms) hono.use(path, hideFromCrawlers)
}

function addRoutes(hono: Hono<AppEnv>, deps: MountedDeps): void {
  const missing = (c: Context<AppEnv>) => missingRoute(hono, c)
  const { site, accounts, ops, events, market, recentTicks, queries, files, devChanges } = deps
  const { db, now } = accounts.auth
  const page: PageDeps = { site, db, now, guards: accounts.guards, flashes: createFlashes(accounts.cookies) }
  hono.route('/', opsRoutes({ ...ops, market }))
  hono.route('/', authApiRoutes(accounts))
  hono.route('/', protocolRoutes(site))
  hono.route('/', queryRoutes({ queries }))
  hono.route('/', marketApiRoutes({ market, now }))
  hono.route('/', siteFiles(site))
  hono.route('/', serviceWorkerRoutes(files))
  if (devChanges) hono.route('/', devRoutes(devChanges))
  for (const locale of locales)
    hono.route(localised(locale, '/'), siteRoutes({ ...site, drawStrip: homeStrip(market) }))
  const given = { ...page, ...accounts, acts, market, events, recentTicks }
  for (const { pages, api } of domains) {
    for (const routes of api?.(given) ?? []) hono.route('/', routes)
    const ofDomain = pages?.(given)
    if (ofDomain) for (const locale of locales) hono.route(localised(locale, '/'), ofDomain)
  }
  for (const locale of locales) hono.route(localised(locale, '/'), closedAreas(page, missing))
}

/** Starts nothing: whoever calls it closes what it was given. */
export function createApp(given: AppDeps): App {
  const navigation = domains.flatMap((domain) => domain.navigation)
  const { log } = given
  // One after the other: they are made on this thread.
  const searches = createFairQueue({ width: 1, maxPending: 128 })
  const site = { ...given.site, navigation, searches }
  const deps = { ...given, site }
  const hono = new Hono<AppEnv>()
  addMiddleware(hono, deps)
  addRoutes(hono, deps)
  const answerError = errorResponses(site)
  hono.notFound((c) => answerError(c, missingRoute(hono, c)))
  hono.onError((error, c) => answerError(c, error))

  const answer = (request: Request, addressOf?: () => string | undefined) =>
    fromMemory(request) ?? hono.fetch(request, { address: addressOf?.() })
  const fetch: App['fetch'] = site.about.trailingSlash ? behindSlashes(answer) : answer

  /** Cached pages skip the middleware: their headers are complete. Not `/`, which may redirect by language. */
  function fromMemory(request: Request): Response | undefined {
    if (request.method !== 'GET') return undefined
    const path = pathOf(request.url)
    if (path === paths.home) return undefined
    const response = site.pages.answer(request, path)
    if (response) log.fromMemory(path, response.status === 304 ? 304 : 200)
    return response
  }

  return {
    fetch,
    request: async (path, init) => fetch(new Request(new URL(path, 'http://localhost'), init)),
    routes: hono.routes.map(({ method, path, handler }) => ({ method, path, access: accessOf(handler) })),
    navigation,
  }
}

/** Where addresses of pages end with a slash: without it they lead there, and with it routes see them without. */
function behindSlashes(answer: App['fetch']): App['fetch'] {
  return (request, addressOf) => {
    const path = pathOf(request.url)
    const { origin, search } = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // A leading `//host` would leave the site.
    const right = withSlash(path).replace(/^\/+/, '/')
    if (isRead && right !== path) return new Response(null, { status: 301, headers: { location: right + search } })
    const bare = path === '/' || !path.endsWith('/') ? path : path.slice(0, -1)
    return answer(bare === path ? request : new Request(origin + bare + search, request), addressOf)
  }
}

/** Of an absolute address, without making a URL object for it. */
function pathOf(url: string): string {
  const start = url.indexOf('/', 8)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}
