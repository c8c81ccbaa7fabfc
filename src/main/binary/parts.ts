import { mkdir, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BuiltAssets } from '../../browser/build.ts'
import { buildInSubprocess } from '../../browser/builds.ts'
import { type Config, readConfig } from '../../config.ts'
import { ingest } from '../../content/ingest/ingest.ts'
import { createLibraryCache } from '../../content/library/library-cache.ts'
import { createPreviews } from '../../content/previews/previews.ts'
import type { Db } from '../../db/client.ts'
import { wantedPreviews } from '../../site/preview-of.ts'
import { publicFilesOfSources } from '../bundle.ts'
import { hasErrors, imagesDirOf, ingestDeps, ingestOnTerminal } from '../content.ts'
import { openDatabase } from '../databases.ts'
import { copyContent } from '../prepared/prepared-content.ts'
import { versionOf } from './version.ts'

export const root = join(import.meta.dir, '../../..')
export const src = join(root, 'src')

type Named = [name: string, path: string]

/** Build results shared by all targets */
export interface Parts {
  assets: BuiltAssets
  version: string
  /** Files of `public/` by address */
  publicFiles: Named[]
  content: Named[]
  prepared: Named[]
}

/**
 * Builds everything that a binary embeds. @param folder  for the build results. @param from  data folder of a server
 * with the same texts
 */
export async function makeParts(folder: string, from?: string): Promise<Parts> {
  const contentDir = join(root, 'content')
  const [built, data] = [join(folder, 'assets'), join(folder, 'data')]
  await mkdir(built)
  const assets = await buildInSubprocess(built)
  await prepareContent(contentDir, data, from)
  return {
    assets,
    version: await versionOf(root),
    publicFiles: [...(await filesBelow(join(root, 'public'), '/')), ...(await filesBelow(built, '/assets/'))],
    content: await filesBelow(contentDir),
    prepared: [['content.db', join(data, 'content.db')], ...(await filesBelow(join(data, 'images'), 'images/'))],
  }
}

/** Lists the entry files of all workers, found by their names */
export function listWorkers(): Promise<string[]> {
  return Array.fromAsync(new Bun.Glob('**/*.worker.ts').scan({ cwd: src, absolute: true }))
}

async function filesBelow(folder: string, prefix = ''): Promise<Named[]> {
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  return found.map((file): Named => {
    const path = join(file.parentPath, file.name)
    return [`${prefix}${relative(folder, path)}`, path]
  })
}

/**
 * Ingests the project's texts into a separate data folder: `content.db` and the pictures of pages and link previews.
 * @param from  data folder of a server with the same texts: only the differences are ingested
 * @throws Error when a text has an error
 */
async function prepareContent(contentDir: string, dataDir: string, from?: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const config = readConfig({ CONTENT_DIR: contentDir, DATA_DIR: dataDir })
  if (from !== undefined) await copyContent(readConfig({ DATA_DIR: from }), dataDir)
  const db = await openDatabase(config, 'content')
  const deps = ingestDeps({ config, db, publicFiles: publicFilesOfSources })
  const report = await ingestOnTerminal((options) => ingest(deps, options), contentDir)
  if (hasErrors(report)) throw new Error('The texts have errors: they are named above.')
  await drawPreviews(config, db)
  await db.close()
}

/** Draws the preview pictures for links to the pages of `content.db`. */
export async function drawPreviews(config: Config, db: Db): Promise<void> {
  const library = await createLibraryCache(db, { emit: () => {} }).current()
  await createPreviews({ folder: imagesDirOf(config), wanted: async () => wantedPreviews(library, config.site) }).draw()
}
