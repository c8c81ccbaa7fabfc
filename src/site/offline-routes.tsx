import { type Context, Hono } from 'hono'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import { NotFoundError } from '../http/errors.ts'
import { renderPage } from '../http/render.tsx'
import type { ReadStaticFile } from '../http/static-files.ts'
import { translator } from '../i18n/translate.ts'
import { paths } from '../paths.ts'
import { pageFrame } from '../shell/frame.ts'
import { pageHead } from '../shell/head.ts'
import { OfflinePage } from './offline-page.tsx'
import type { SiteDeps } from './site-deps.ts'

/** Creates the route of the page that browsers store and show when they are offline. */
export function offlineRoutes(deps: SiteDeps) {
  const { siteUrl, pages } = deps
  return new Hono<AppEnv>().get(paths.offline, anyone, pages.middleware, (c) => {
    const { locale } = c.var
    const t = translator(locale)
    const [title, description, more] = [t('offline.title'), t('offline.description'), { isHiddenFromCrawlers: true }]
    const head = pageHead({ siteUrl, locale, path: paths.offline, title, description, more })
    return renderPage(c, <OfflinePage />, { head, frame: pageFrame(c, deps, 'none') })
  })
}

/** Serves the service workers at the root of the site, because a service worker controls only paths below its own. */
export function serviceWorkerRoutes(files: ReadStaticFile) {
  const serve = (path: string, name: string) => async (c: Context<AppEnv>) => {
    const file = await files(`${paths.assets}/${name}`)
    if (!file) throw new NotFoundError(path)
    return c.body(file.bytes, 200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  }
  return new Hono<AppEnv>()
    .get(paths.serviceWorker, anyone, serve(paths.serviceWorker, 'service-worker.js'))
    .get(paths.pushWorker, anyone, serve(paths.pushWorker, 'push-worker.js'))
}
