import type { Guards } from '../auth/middleware.ts'
import type { Db } from '../db/client.ts'
import type { Shell } from '../shell/shell.ts'
import type { Flashes } from './flash.ts'

export interface PageDeps {
  shell: Shell
  guards: Guards
  flashes: Flashes
  db: Db
  /** Returns the current time, ms UTC */
  now(): number
}
