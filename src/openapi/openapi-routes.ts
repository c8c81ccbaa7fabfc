import { Hono } from 'hono'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import type { PageCache } from '../http/page-cache.ts'
import { paths } from '../paths.ts'
import type { ApiDocument } from './document.ts'

/** Serves the OpenAPI document for client generators: from memory, compressed, with an ETag. */
export function openApiRoutes({ document, pages }: { document: () => ApiDocument; pages: PageCache }) {
  return new Hono<AppEnv>().get(paths.openApi, anyone, pages.middleware, (c) =>
    c.json(document(), 200, { 'cache-control': 'public, max-age=0, must-revalidate' }),
  )
}
