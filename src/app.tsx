import { Hono } from 'hono'
import { accountManifest } from './account/manifest.ts'
import { alertsManifest } from './alerts/manifest.ts'
import { behindSlashes, pathOf } from './app/addresses.ts'
import type { App } from './app/app.ts'
import type { AppDeps, DomainDeps, JobDeps } from './app/app-deps.ts'
import { addMiddleware } from './app/middleware.ts'
import { addRoutes } from './app/routes.ts'
import { type AuditActs, authActs } from './auth/audit.ts'
import { botsManifest } from './bots/manifest.ts'
import { broadcastManifest } from './broadcast/manifest.ts'
import { chartsManifest } from './charts/manifest.ts'
import { enigmaManifest } from './enigma/manifest.ts'
import { feedbackManifest } from './feedback/manifest.ts'
import { accessOf, scopeOf } from './http/access.ts'
import type { AppEnv } from './http/env.ts'
import type { Manifest } from './http/manifest.ts'
import { missingRoute } from './http/missing-route.ts'
import type { MessageKey } from './i18n/translate.ts'
import { createFairQueue } from './jobs/fair-queue.ts'
import { operationsOf } from './openapi/operation.ts'
import { paletteManifest } from './palette/manifest.ts'
import { paths } from './paths.ts'
import { errorResponses } from './shell/error-response.tsx'
import { siteManifest } from './site/manifest.ts'
import { redirectMoved } from './site/redirect-moved.ts'
import { startManifest } from './start/manifest.ts'
import { telegramManifest } from './telegram/manifest.ts'
import { usersManifest } from './users/manifest.ts'

/** Keep this a tuple: a homogeneous array type would widen and lose each manifest's `acts` keys. */
const manifests = [
  siteManifest,
  accountManifest,
  startManifest,
  paletteManifest,
  chartsManifest,
  enigmaManifest,
  alertsManifest,
  botsManifest,
  telegramManifest,
  broadcastManifest,
  feedbackManifest,
  usersManifest,
] as const
export const domains: readonly Manifest<DomainDeps, JobDeps>[] = manifests

/** An action that is declared but not provided by its domain is a type error. */
const acts = { ...authActs, ...actsOf(manifests) } satisfies AuditActs

type ActNames<Domain> = Domain extends { acts: infer Acts } ? keyof Acts & string : never

function actsOf<Domain extends Pick<Manifest<never>, 'navigation' | 'acts'>>(each: readonly Domain[]) {
  const all: Record<ActNames<Domain>, MessageKey> = Object.assign({}, ...each.map((domain) => domain.acts))
  return all
}

/** Has no side effects; the caller owns and closes the dependencies. */
export function createApp(given: AppDeps): App {
  const navigation = domains.flatMap((domain) => domain.navigation)
  const { log, metrics } = given
  // One at a time, because they run on this thread.
  const queueOptions = { width: 1, maxPending: 128, isOnThread: true }
  const [searches, calls] = [createFairQueue(queueOptions), createFairQueue(queueOptions)]
  const shell = { ...given.shell, navigation, isSignUpOpen: given.accounts.auth.isOpen }
  const site = { ...shell, ...given.site, searches, calls, onSearch: given.missed.note }
  const deps = { ...given, shell, site }
  const hono = new Hono<AppEnv>()
  addMiddleware(hono, deps)
  addRoutes(hono, deps, { domains, acts })
  const answerError = errorResponses(shell)
  hono.notFound(async (c) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    return (isRead ? await redirectMoved(c, site) : undefined) ?? answerError(c, missingRoute(hono, c))
  })
  hono.onError((error, c) => answerError(c, error))

  const answer = (request: Request, addressOf?: () => string | undefined) =>
    fromMemory(request) ?? hono.fetch(request, { address: addressOf?.() })
  const fetch: App['fetch'] = shell.about.trailingSlash ? behindSlashes(answer) : answer

  /** Cached pages skip the middleware, since their headers are complete. Not `/`, which may redirect by language. */
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
    operations: operationsOf(hono.routes),
    navigation,
  }
}
