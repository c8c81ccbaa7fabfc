import type { Hono } from 'hono'
import type { Role } from '../config/roles.ts'
import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import type { MessageKey } from '../i18n/translate.ts'
import type { Job } from '../jobs/jobs.ts'
import type { Logger } from '../log/logger.ts'
import type { NavigationEntry } from '../ui/menus.ts'
import type { AppEnv } from './env.ts'

/** What a domain brings to `app.tsx`, besides islands, behaviours and style sheets, which are found by their names. */
export interface Manifest<Deps, JobDeps = DomainJobDeps> {
  navigation: readonly NavigationEntry[]
  /** Mounted once per language, below its prefix */
  pages?(deps: Deps): Hono<AppEnv>
  /** Mounted once, at addresses without a language */
  api?(deps: Deps): Hono<AppEnv>[]
  /** Acts of the audit log, each with its words */
  acts?: Readonly<Record<string, MessageKey>>
  jobs?: readonly DomainJob<JobDeps>[]
}

/** Two processes of one role may run it at once: what must be done once is claimed in the database first. */
export interface DomainJob<Deps> extends Pick<Job, 'every' | 'name'> {
  role: Role
  run: (deps: Deps) => Promise<void>
}

/** What every role has; a job that needs the market too says so in its own parameter. */
export interface DomainJobDeps {
  /** `app.db` */
  db: Db
  events: Events
  log: Logger
  /** ms UTC */
  now(): number
}
