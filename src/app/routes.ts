import type { Context, Hono } from 'hono'
import type { OtherSignIn } from '../account/account-deps.ts'
import { authApiRoutes } from '../auth/api-routes.ts'
import type { ActMessages } from '../auth/audit.ts'
import { protocolRoutes } from '../content/protocol/routes.ts'
import { queryRoutes } from '../content/query/query-routes.ts'
import { searchContent } from '../content/search/search.ts'
import { cookieName } from '../http/cookies.ts'
import type { AppEnv } from '../http/env.ts'
import type { Manifest } from '../http/manifest.ts'
import { missingRoute } from '../http/missing-route.ts'
import { locales, localised } from '../i18n/locales.ts'
import { iconRoutes } from '../icons/icon-routes.ts'
import { networkOf } from '../limits/rate-limit.ts'
import { marketApiRoutes } from '../market/api-routes.ts'
import { openApiRoutes } from '../openapi/openapi-routes.ts'
import { operationsOf } from '../openapi/operation.ts'
import { createReference } from '../openapi/reference.ts'
import { opsRoutes } from '../ops/routes.ts'
import { closedAreas } from '../pages/closed-areas.ts'
import { createFlashes } from '../pages/flash.ts'
import type { PageDeps } from '../pages/page-deps.ts'
import { paths } from '../paths.ts'
import { sandboxRoutes } from '../sandbox/sandbox-routes.tsx'
import { devRoutes } from '../site/dev-routes.ts'
import { apiBlocks } from '../site/docs/api-operation.tsx'
import { serviceWorkerRoutes } from '../site/offline-routes.tsx'
import { siteFiles, siteRoutes } from '../site/routes.tsx'
import { homeHero } from '../start/strip/home-hero.ts'
import { homeStrip } from '../start/strip/home-strip.tsx'
import { sendPasswordLink } from '../telegram/link/send-password-link.ts'
import type { TelegramDeps } from '../telegram/telegram-deps.ts'
import type { DomainDeps, MountedDeps } from './app-deps.ts'

export interface Mounted {
  domains: readonly Pick<Manifest<DomainDeps>, 'pages' | 'api'>[]
  acts: ActMessages
}

/** Mount order only affects matching and the order of the API document; authorization is declared on each route. */
export function addRoutes(hono: Hono<AppEnv>, deps: MountedDeps, { domains, acts }: Mounted): void {
  const missing = (c: Context<AppEnv>) => missingRoute(hono, c)
  const { site, accounts, ops, events, market, recentTicks, queries, backtestService, sending, watching, telegram } =
    deps
  const { shell, files, icons, devChanges, missed, problems } = deps
  const { db, now } = accounts.auth
  const page: PageDeps = { shell, db, now, guards: accounts.guards, flashes: createFlashes(accounts.cookies, now) }
  hono.route('/', authApiRoutes(accounts))
  hono.route('/', protocolRoutes(site))
  hono.route('/', queryRoutes({ queries }))
  hono.route('/', marketApiRoutes({ market, guards: accounts.guards }))
  const reference = createReference({
    operations: () => operationsOf(hono.routes),
    siteUrl: shell.siteUrl,
    cookie: cookieName(shell.siteUrl, 'sid'),
  })
  hono.route('/', openApiRoutes({ document: () => reference.document('en'), pages: site.pages }))
  hono.route('/', iconRoutes({ service: icons, now }))
  hono.route('/', siteFiles(site))
  hono.route('/', opsRoutes({ ...ops, market }))
  hono.route('/', serviceWorkerRoutes(files))
  if (devChanges) hono.route('/', devRoutes(devChanges))
  if (shell.isDev) for (const locale of locales) hono.route(localised(locale, '/'), sandboxRoutes(page))
  for (const locale of locales)
    hono.route(
      localised(locale, '/'),
      siteRoutes({
        ...site,
        drawStrip: homeStrip(market),
        readHero: homeHero(market),
        blocks: apiBlocks(reference),
      }),
    )
  const given: DomainDeps = {
    ...page,
    ...accounts,
    ...{ library: site.library, missed, problems },
    ...{ acts, market, events, recentTicks, backtestService, sending, watching, telegram },
    searchDocuments: ({ address, ...asked }) =>
      site.searches.run(networkOf(address), () => searchContent(site.db, asked)),
    otherSignIns: otherSignIns({ telegram }),
    sendPasswordLink:
      telegram && ((request) => sendPasswordLink({ auth: accounts.auth, botToken: telegram.token }, request)),
  }
  for (const { pages, api } of domains) {
    for (const routes of api?.(given) ?? []) hono.route('/', routes)
    const ofDomain = pages?.(given)
    if (ofDomain) for (const locale of locales) hono.route(localised(locale, '/'), ofDomain)
  }
  for (const locale of locales) hono.route(localised(locale, '/'), closedAreas(page, missing))
}

function otherSignIns({ telegram }: Pick<TelegramDeps, 'telegram'>): OtherSignIn[] {
  return telegram?.oidc ? [{ path: paths.telegramSignIn, icon: 'i-lucide-send', label: 'telegramAccount.signIn' }] : []
}
