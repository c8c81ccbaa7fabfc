import { Hono } from 'hono'
import type { OtherSignIn } from './account/account-deps.ts'
import { accountManifest } from './account/manifest.ts'
import { alertsManifest } from './alerts/manifest.ts'
import { behindSlashes, pathOf } from './app/addresses.ts'
import { addMiddleware } from './app/middleware.ts'
import { addRoutes } from './app/routes.ts'
import { type ActWords, type AuditActs, authActs } from './auth/audit.ts'
import type { Accounts } from './auth/middleware.ts'
import { botsManifest } from './bots/manifest.ts'
import type { Laboratory } from './bots/trial/laboratory.ts'
import type { Sending } from './broadcast/broadcast-deps.ts'
import { broadcastManifest } from './broadcast/manifest.ts'
import { chartsManifest } from './charts/manifest.ts'
import type { QueryReader } from './content/query/reader.ts'
import { enigmaManifest } from './enigma/manifest.ts'
import type { RecentTicks } from './enigma/recent-ticks.ts'
import type { Events } from './events/events.ts'
import type { FeedbackDeps } from './feedback/feedback-deps.ts'
import { feedbackManifest } from './feedback/manifest.ts'
import { createMissedQueries, type MissedQueries } from './feedback/missed-queries.ts'
import { type Access, accessOf, scopeOf } from './http/access.ts'
import type { AppEnv } from './http/env.ts'
import type { DomainJobDeps, Manifest } from './http/manifest.ts'
import { missingRoute } from './http/missing-route.ts'
import type { RequestAnswered } from './http/request-log.ts'
import type { ReadStaticFile } from './http/static-files.ts'
import type { MessageKey } from './i18n/translate.ts'
import type { IconService } from './icons/icon-service.ts'
import { createFairQueue } from './jobs/fair-queue.ts'
import type { Logger } from './log/logger.ts'
import type { Market } from './market/market.ts'
import type { OpsDeps } from './ops/routes.ts'
import type { PageDeps } from './pages/page-deps.ts'
import { paths } from './paths.ts'
import type { DevChanges } from './site/dev-routes.ts'
import { errorResponses } from './site/error-response.tsx'
import { leadOn } from './site/lead-on.ts'
import { siteManifest } from './site/manifest.ts'
import type { SiteDeps } from './site/site-deps.ts'
import { startManifest } from './start/manifest.ts'
import { telegramManifest } from './telegram/manifest.ts'
import type { TelegramSite } from './telegram/telegram-deps.ts'
import type { NavigationEntry } from './ui/menus.ts'
import { usersManifest } from './users/manifest.ts'

export interface AppDeps {
  log: Logger
  site: Omit<SiteDeps, 'navigation' | 'searches'>
  accounts: Accounts
  ops: OpsDeps
  /** Unless nobody counts */
  metrics?: RequestMetrics | undefined
  events: Events
  market: Market
  recentTicks: Pick<RecentTicks, 'of'>
  queries: QueryReader
  laboratory: Laboratory
  sending: Sending
  files: ReadStaticFile
  problems: FeedbackDeps['problems']
  /** Undefined where none is configured */
  icons: IconService | undefined
  /** Undefined where no bot is connected */
  telegram?: TelegramSite | undefined
  trustsProxy: boolean
  devChanges?: DevChanges | undefined
}

export interface RequestMetrics {
  onRequest(answered: RequestAnswered): void
  /** A page left without passing any middleware. */
  onFromMemory(status: 200 | 304): void
}

export type MountedDeps = AppDeps & { site: SiteDeps; missed: MissedQueries }

export type DomainDeps = PageDeps &
  Accounts &
  Pick<FeedbackDeps, 'missed' | 'problems'> &
  Pick<AppDeps, 'events' | 'market' | 'recentTicks' | 'laboratory' | 'sending'> & {
    acts: ActWords
    telegram: TelegramSite | undefined
    otherSignIns: readonly OtherSignIn[]
  }

/** Every role of today follows the market. */
export type JobDeps = DomainJobDeps & { market: Market }

const manifests = [
  siteManifest,
  accountManifest,
  startManifest,
  chartsManifest,
  enigmaManifest,
  alertsManifest,
  botsManifest,
  telegramManifest,
  broadcastManifest,
  feedbackManifest,
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
  /** Of the tokens that open it */
  scope?: string | undefined
}

/** Starts nothing: whoever calls it closes what it was given. */
export function createApp(given: AppDeps): App {
  const navigation = domains.flatMap((domain) => domain.navigation)
  const { log, metrics } = given
  // One after the other: they are made on this thread.
  const searches = createFairQueue({ width: 1, maxPending: 128 })
  const { db, now } = given.accounts.auth
  const missed = createMissedQueries({ db, log, now })
  const site = { ...given.site, navigation, searches, onSearch: missed.note }
  const deps = { ...given, site, missed }
  const hono = new Hono<AppEnv>()
  addMiddleware(hono, deps)
  addRoutes(hono, deps, { domains, acts })
  const answerError = errorResponses(site)
  hono.notFound(async (c) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    return (isRead ? await leadOn(c, site) : undefined) ?? answerError(c, missingRoute(hono, c))
  })
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
    if (!response) return undefined
    const status = response.status === 304 ? 304 : 200
    log.fromMemory(path, status)
    metrics?.onFromMemory(status)
    return response
  }

  return {
    fetch,
    request: async (path, init) => fetch(new Request(new URL(path, 'http://localhost'), init)),
    routes: hono.routes.map(({ method, path, handler }) => {
      return { method, path, access: accessOf(handler), scope: scopeOf(handler) }
    }),
    navigation,
  }
}
