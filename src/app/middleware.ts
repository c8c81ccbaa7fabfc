import type { Hono } from 'hono'
import type { Analytics } from '../config/site-config.ts'
import { refuseEncodedBodies } from '../http/body.ts'
import { readAddress } from '../http/client-address.ts'
import { compressResponses } from '../http/compression.ts'
import { refuseCrossSite } from '../http/csrf.ts'
import { refuseUnfinished } from '../http/during-first-ingest.ts'
import type { AppEnv } from '../http/env.ts'
import { hideFromCrawlers } from '../http/hide-from-crawlers.ts'
import { limitWork } from '../http/limit-rate.ts'
import { dropTrailingSlash, readLocale } from '../http/locale.ts'
import { readOwnWrites } from '../http/own-writes.ts'
import { redirectByRules } from '../http/redirect-by-rules.ts'
import { reactPages } from '../http/render.tsx'
import { createRequestIds, logRequests } from '../http/request-log.ts'
import { fileHeaders, securityHeaders, sendHeaders } from '../http/security.ts'
import { serveFiles } from '../http/static-files.ts'
import { inlineScript } from '../ui/inline/inline-script.ts'
import type { MountedDeps } from './app-deps.ts'

const machinePaths = ['/__nuxt_content/*', '/_i18n/*', '/_nuxt/*', '/builds/*']

function analyticsOrigins({ metrika, script }: Analytics): string[] {
  return [...(metrika ? ['https://mc.yandex.ru'] : []), ...(script ? [new URL(script.url).origin] : [])]
}

/** Middleware for every request not served from the page cache, in order. */
export function addMiddleware(
  hono: Hono<AppEnv>,
  { log, shell, files, trustsProxy, accounts, metrics, filling }: MountedDeps,
): void {
  const { siteUrl, about, ticker, isDev } = shell
  const nextId = createRequestIds()
  const headers = securityHeaders({
    inlineScripts: [inlineScript],
    connectTo: ticker.url ? [ticker.url] : [],
    isHttps: siteUrl.startsWith('https:'),
    analytics: analyticsOrigins(about.analytics),
  })
  hono.use('*', logRequests({ log, nextId, trustsProxy, onAnswered: metrics?.onRequest }))
  if (filling) hono.use('*', refuseUnfinished(filling))
  hono.use('*', sendHeaders(headers))
  hono.use('*', compressResponses)
  hono.use('*', readAddress({ trustsProxy }))
  hono.use('*', readLocale)
  hono.use('*', refuseCrossSite({ siteUrl, openPaths: ['/__nuxt_content/'] }))
  hono.use('*', refuseEncodedBodies)
  hono.use('*', dropTrailingSlash)
  const isImmutable = (path: string) => /^\/(assets|images)\//.test(path)
  hono.use('*', serveFiles({ read: files, isImmutable, headersOf: fileHeaders, caches: !isDev }))
  if (about.routeRules.length > 0) hono.use('*', redirectByRules(about.routeRules))
  hono.use('*', reactPages)
  hono.use('*', limitWork(accounts.auth.now))
  if (accounts.auth.db.file === undefined) hono.use('*', readOwnWrites(accounts.cookies))
  for (const path of machinePaths) hono.use(path, hideFromCrawlers)
}
