import type { AuthEnv } from '../auth/middleware.ts'
import { joinRoutes } from '../http/join-routes.ts'
import { createRateLimit } from '../limits/rate-limit.ts'
import { createAudienceSizes } from './audience/audience-sizes.ts'
import type { BroadcastDeps } from './broadcast-deps.ts'
import { actRoutes, testRoutes } from './detail/act-routes.tsx'
import { detailRoutes, progressRoutes } from './detail/detail-routes.tsx'
import { createPace } from './detail/pace.ts'
import { fileRoutes } from './files/file-routes.tsx'
import { formRoutes } from './form/form-routes.tsx'
import { listRoutes } from './list/list-routes.tsx'
import { recipientsRoutes } from './recipients/recipients-routes.tsx'
import { seriesFormRoutes } from './series/pages/series-form-routes.tsx'
import { seriesPageRoutes, seriesProgressRoutes } from './series/pages/series-page-routes.tsx'
import { seriesRoutes } from './series/pages/series-routes.tsx'
import { stepActRoutes } from './series/pages/step-act-routes.tsx'
import { stepRoutes } from './series/pages/step-routes.tsx'
import { templateRoutes } from './templates/template-routes.tsx'

export function broadcastRoutes(given: BroadcastDeps) {
  // Test messages are limited: they reach any chat without approval, perhaps from a window left open.
  const tests = createRateLimit({ burst: 20, everyMs: 30_000 })
  const sizes = createAudienceSizes(given)
  const deps = { ...given, sizes, pace: createPace(), tests }
  return joinRoutes<AuthEnv>([
    listRoutes(deps),
    templateRoutes(deps),
    fileRoutes(deps),
    seriesFormRoutes(deps),
    seriesRoutes(deps),
    seriesPageRoutes(deps),
    seriesProgressRoutes(deps),
    stepRoutes(deps),
    stepActRoutes(deps),
    formRoutes(deps),
    actRoutes(deps),
    testRoutes(deps),
    recipientsRoutes(deps),
    progressRoutes(deps),
    // These routes come last, because the id in their path can be anything.
    detailRoutes(deps),
  ])
}
