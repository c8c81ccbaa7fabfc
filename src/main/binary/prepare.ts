import { mkdir } from 'node:fs/promises'
import { type Config, readConfig } from '../../config.ts'
import { ingest } from '../../content/ingest/ingest.ts'
import { createLibraryCache } from '../../content/library-cache.ts'
import { createPreviews } from '../../content/previews/previews.ts'
import type { Db } from '../../db/client.ts'
import { wantedPreviews } from '../../site/preview-of.ts'
import { publicFilesOfSources } from '../bundle.ts'
import { hasErrors, imagesDirOf, ingestDeps, ingestOnTerminal } from '../content.ts'
import { openDatabase } from '../databases.ts'
import { copyContent } from '../prepared/prepared-content.ts'

/**
 * Ingests the project's texts into a separate data folder: `content.db` and the pictures of pages and link previews.
 * @param from  data folder of a server with the same texts: only the differences are ingested
 * @throws Error when a text has an error
 */
export async function prepareContent(contentDir: string, dataDir: string, from?: string): Promise<void> {
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
