import type { Guards } from '../auth/middleware.ts'
import type { Db } from '../db/client.ts'
import type { SiteDeps } from '../site/site-deps.ts'
import type { Flashes } from './flash.ts'

export interface PageDeps {
  site: SiteDeps
  guards: Guards
  flashes: Flashes
  db: Db
  /** Returns the current time, ms UTC */
  now(): number
}
