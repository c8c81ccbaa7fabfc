import { Hono } from 'hono'
import { z } from 'zod'
import { anyone } from '../http/access.ts'
import type { AppEnv } from '../http/env.ts'
import type { PageCache } from '../http/page-cache.ts'
import { paths } from '../paths.ts'
import type { ApiDocument } from './document.ts'
import { documented, type OperationDescription } from './operation.ts'

const part = z.record(z.string(), z.unknown())

const readDocument: OperationDescription = {
  id: 'readDocument',
  section: 'service',
  summary: 'api.operations.readDocument',
  answer: {
    status: 200,
    schema: z.object({
      openapi: z.string(),
      info: part,
      servers: z.array(part),
      tags: z.array(part),
      paths: part,
      components: part,
    }),
  },
}

/** Serves the OpenAPI document for client generators: from memory, compressed, with an ETag. */
export function openApiRoutes({ document, pages }: { document: () => ApiDocument; pages: PageCache }) {
  return new Hono<AppEnv>().get(paths.openApi, documented(anyone, readDocument), pages.middleware, (c) =>
    c.json(document(), 200, { 'cache-control': 'public, max-age=0, must-revalidate' }),
  )
}
