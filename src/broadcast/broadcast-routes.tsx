import type { AuthEnv } from '../auth/middleware.ts'
import { joinRoutes } from '../http/join-routes.ts'
import { createAudienceSizes } from './audience/audience-sizes.ts'
import type { BroadcastDeps } from './broadcast-deps.ts'
import { actRoutes } from './detail/act-routes.tsx'
import { detailRoutes } from './detail/detail-routes.tsx'
import { createPace } from './detail/pace.ts'
import { progressRoutes } from './detail/progress-routes.ts'
import { formRoutes } from './form/form-routes.tsx'
import { listRoutes } from './list/list-routes.tsx'
import { recipientsRoutes } from './recipients/recipients-routes.tsx'
import { seriesRoutes } from './series/pages/series-routes.tsx'
import { stepRoutes } from './series/pages/step-routes.tsx'
import { templateRoutes } from './templates/template-routes.tsx'

export function broadcastRoutes(given: BroadcastDeps) {
  const deps = { ...given, sizes: createAudienceSizes(given), pace: createPace() }
  return joinRoutes<AuthEnv>([
    listRoutes(deps),
    templateRoutes(deps),
    seriesRoutes(deps),
    stepRoutes(deps),
    formRoutes(deps),
    actRoutes(deps),
    recipientsRoutes(deps),
    progressRoutes(deps),
    // Last, for an id can be anything.
    detailRoutes(deps),
  ])
}
