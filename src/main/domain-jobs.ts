import type { JobDeps } from '../app/app-deps.ts'
import { domains } from '../app.tsx'
import type { Role } from '../config/roles.ts'
import type { DomainJob } from '../http/manifest.ts'
import { startJobs } from '../jobs/jobs.ts'
import type { Shared } from './shared.ts'

export const domainJobs = domains.flatMap(({ jobs = [] }) => jobs)

type DomainJobsShared = Pick<Shared, 'events' | 'jobs' | 'log' | 'market' | 'now'> & {
  databases: Pick<Shared['databases'], 'app'>
}

/**
 * Starts the jobs of a role. Opens `app.db` only if the role has jobs: a ticker has none. @returns a function that
 * stops the jobs and resolves when they have ended
 */
export async function startDomainJobs(
  shared: DomainJobsShared,
  role: Role,
  brought: readonly DomainJob<JobDeps>[] = domainJobs,
): Promise<() => Promise<void>> {
  const own = brought.filter((job) => job.role === role)
  if (own.length === 0) return async () => {}
  const { databases, events, jobs, log, now = Date.now } = shared
  const deps: JobDeps = { db: await databases.app(), market: await shared.market(), events, log, now }
  return startJobs(
    jobs,
    own.map(({ every, name, run }) => ({ every, name, run: () => run(deps) })),
  )
}
