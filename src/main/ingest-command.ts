import type { Config } from '../config.ts'
import { type Bundle, publicFilesOfSources } from './bundle.ts'
import { hasErrors, ingestDeps, ingestOnTerminal } from './content.ts'
import { openDatabase } from './databases.ts'

/** Exit status 1 when a file has an error. */
export async function runIngest(config: Config, bundle: Bundle | undefined): Promise<number> {
  const startedAt = performance.now()
  const db = await openDatabase(config, 'content')
  const deps = ingestDeps({ config, db, publicFiles: bundle?.publicFiles ?? publicFilesOfSources })
  const report = await ingestOnTerminal(deps, config.contentDir)
  await db.close()
  const { changed, removed, unchanged, problems } = report
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(2)
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const counts = `${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged`
  process.stdout.write(`${counts}, errors: ${errors}, warnings: ${problems.length - errors}, ${seconds} s\n`)
  return hasErrors(report) ? 1 : 0
}
