/**
 * `build-server.ts FOLDER`: bundles the server's sources into the folder for the next start. Also caches the content
 * that the running server has ingested, for new data folders.
 */
import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ensureBuild } from '../../browser/builds.ts'
import { readConfig } from '../../config.ts'
import { fileOf } from '../data-problem.ts'
import { copyContent, lookAtContent, preparedCache, preparedKey } from '../prepared/prepared-content.ts'
import { bundleSources } from './bundle-sources.ts'
import { findServerBuild, type ServerBuild, sourceStamp } from './find-server-build.ts'

/** Polling interval for the content of the running server, ms */
const lookMs = 10_000
/**
 * Max number of polls, five minutes. A text with an error is never ingested: the next start without a bundle tries
 * again.
 */
const maxLooks = 30

const folder = resolve(process.argv[2] ?? '')
const stamp = sourceStamp()
const config = readConfig(process.env)

const isThere = existsSync(join(folder, stamp))
// Removes an incomplete build: a file was truncated after it was made.
if (isThere && !findServerBuild(folder, stamp)) await rm(join(folder, stamp), { recursive: true, force: true })
await ensureBuild<ServerBuild>(folder, stamp, async (outdir) => {
  await bundleSources({ entries: ['src/main/start.ts'], outdir, home: join(folder, stamp, 'files') })
  if (sourceStamp() !== stamp) throw new Error('The sources were edited while they were bundled.')
  return { entry: 'src/main/start.js', sizes: sizesIn(outdir) }
})

const hasOwnTexts = config.CONTENT_DIR !== undefined
if (!hasOwnTexts && existsSync(fileOf(config, 'content') ?? '') && (await isWhole()))
  await ensureBuild(preparedCache, preparedKey(config), async (files) => {
    await copyContent(config, files)
    return {}
  })

function sizesIn(outdir: string): Record<string, number> {
  const names = Array.from(new Bun.Glob('**/*.js').scanSync(outdir))
  return Object.fromEntries(names.map((name) => [name, statSync(join(outdir, name)).size]))
}

/**
 * Waits until all texts are ingested and no picture has been added between two polls: the cache must not get a partial
 * result.
 */
async function isWhole(): Promise<boolean> {
  let before = ''
  for (let look = 0; look < maxLooks; look++) {
    const { texts, state } = await lookAtContent(config)
    if (texts && state === before) return true
    before = texts ? state : ''
    await Bun.sleep(lookMs)
  }
  return false
}
