import type { Hono } from 'hono'
import type { Role } from '../config/roles.ts'
import type { Db } from '../db/client.ts'
import type { Events } from '../events/events.ts'
import type { MessageKey } from '../i18n/translate.ts'
import type { Recurring } from '../jobs/jobs.ts'
import type { Logger } from '../log/logger.ts'
import type { NavigationEntry } from '../ui/menus.ts'
import type { AppEnv } from './env.ts'

/**
 * Contributions of a domain to `app.tsx`; islands, behaviors and style sheets are found by their file names instead.
 */
export interface Manifest<Deps, JobDeps = DomainJobDeps> {
  navigation: readonly NavigationEntry[]
  /** Routes of pages, mounted once per language, below the language's prefix */
  pages?(deps: Deps): Hono<AppEnv>
  /** Routes of the API, mounted once, at addresses without a language */
  api?(deps: Deps): Hono<AppEnv>[]
  /** Audit log actions, each with the message key of its label */
  acts?: Readonly<Record<string, MessageKey>>
  jobs?: readonly DomainJob<JobDeps>[]
}

/**
 * A recurring job. Several processes with the job's role may run it at once: work that must be done once has to be
 * claimed in the database.
 */
export interface DomainJob<Deps> extends Recurring {
  role: Role
  run: (deps: Deps) => Promise<void>
}

/** Job dependencies that are available in every role; a job that needs the market declares it in its own parameter. */
export interface DomainJobDeps {
  /** Connection to `app.db` */
  db: Db
  events: Events
  log: Logger
  /** Returns the current time, ms UTC */
  now(): number
}
