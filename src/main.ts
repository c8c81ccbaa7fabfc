import './main/replica/quiet-driver.ts'
import { utimes } from 'node:fs'
import { join } from 'node:path'
import { findServerBuild, serverBuildsFolder, sourceStamp } from './main/server-build/find-server-build.ts'

const { start } = await loadStart()
await start()

/** Loads `start` from the bundle that an earlier start cached for exactly these sources, otherwise from the sources. */
async function loadStart(): Promise<typeof import('./main/start.ts')> {
  const fromSources = () => import('./main/start.ts')
  // If this file itself is bundled, load it as it is; in development the runtime watches the sources.
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

/** Marks the build as used, so that it is not removed: its chunks are loaded on demand. */
function touchEachHour(build: string): void {
  const now = new Date()
  utimes(build, now, now, () => undefined)
  setTimeout(() => touchEachHour(build), 3_600_000).unref()
}
