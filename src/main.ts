import './main/replica/quiet-driver.ts'
import { utimes } from 'node:fs'
import { join } from 'node:path'
import { findServerBuild, serverBuildsFolder, sourceStamp } from './main/server-build/find-server-build.ts'

const { start } = await loadStart()
await start()

/** From the bundle that an earlier start has kept of exactly these sources, else from the sources themselves. */
async function loadStart(): Promise<typeof import('./main/start.ts')> {
  const fromSources = () => import('./main/start.ts')
  // A bundle of this file is loaded as it is; in development the runtime watches the sources.
  if (!import.meta.path.endsWith('.ts') || process.argv.includes('--dev')) return fromSources()
  const folder = serverBuildsFolder(process.env)
  const stamp = sourceStamp()
  const build = findServerBuild(folder, stamp)
  if (build) {
    touchEachHour(join(folder, stamp))
    return import(build.entry).catch(fromSources)
  }
  const [command = 'serve'] = process.argv.slice(2)
  if (command === 'serve') (await import('./main/server-build/build-later.ts')).buildLater(folder)
  return fromSources()
}

/** A build that a process runs from is not removed: parts of it are loaded when they are first needed. */
function touchEachHour(build: string): void {
  const now = new Date()
  utimes(build, now, now, () => undefined)
  setTimeout(() => touchEachHour(build), 3_600_000).unref()
}
