import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sourceKey } from '../../browser/source-key.ts'
import type { Config } from '../../config.ts'
import { adoptPrepared } from '../../content/ingest/adopt-prepared.ts'
import { listContentFiles } from '../../content/ingest/read-source.ts'
import { findContentVersion } from '../../content/queries.ts'
import { openDb } from '../../db/client.ts'
import type { Logger } from '../../log/logger.ts'
import type { EmbeddedFiles } from '../binary/embedded-data.ts'
import type { Bundle } from '../bundle.ts'
import { fileOf } from '../data-problem.ts'

const root = join(import.meta.dir, '../../..')
/** Folder that caches ingest results of starts from source. It is deleted together with the packages. */
export const preparedCache = join(root, 'node_modules/.cache/kurs/content')

export interface InstallPreparedOptions {
  bundle: Bundle | undefined
  log: Pick<Logger, 'warn'>
  cache?: string
}

/**
 * Replaces the content of a data folder with the result of an earlier ingest of the same texts: one embedded in a
 * binary, or one cached by an earlier start from these sources. Also copies missing pictures. @returns false if there
 * is no such result, or none that can be used
 */
export async function installPrepared(config: Config, options: InstallPreparedOptions): Promise<boolean> {
  const { bundle, log, cache = preparedCache } = options
  const into = fileOf(config, 'content')
  // Skips other texts: only the project's own texts are prepared.
  if (into === undefined || config.CONTENT_DIR !== undefined) return false
  const cached = bundle?.embedded ? undefined : join(cache, preparedKey(config))
  const files = bundle?.embedded?.prepared ?? cachedFiles(join(cached ?? '', 'files'))
  const database = files.find(([name]) => name === 'content.db')?.[1]
  if (database === undefined) return false
  await removeOldCopies(into)
  const copy = `${into}.${randomUUID()}.part`
  try {
    await writeMissing(
      config.dataDir,
      files.filter(([name]) => name !== 'content.db'),
    )
    await writeFile(copy, await Bun.file(database).bytes())
    await adoptPrepared({ into, from: copy })
    return true
  } catch (error) {
    // Prepared content is unusable, so the texts are ingested. If the data folder is at fault, the ingest reports that.
    const cause = error instanceof Error ? error.message : String(error)
    log.warn('Prepared content cannot be used: the texts are ingested instead', { file: database, cause })
    if (cached !== undefined) await rm(cached, { recursive: true, force: true }).catch(() => undefined)
    return false
  } finally {
    for (const suffix of logSuffixes) await rm(`${copy}${suffix}`, { force: true })
  }
}

const logSuffixes = ['', '-wal', '-shm', '-journal']
/** Age after which a copy must belong to a killed process, ms */
const copyLifetime = 3_600_000

async function removeOldCopies(into: string): Promise<void> {
  const names = await readdir(dirname(into))
  const copies = names.filter((name) => name.startsWith(`${basename(into)}.`) && /\.part(-\w+)?$/.test(name))
  for (const path of copies.map((name) => join(dirname(into), name))) {
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (at < Date.now() - copyLifetime) await rm(path, { force: true })
  }
}

/** Writes missing files atomically; does not touch existing files. */
export async function writeMissing(folder: string, files: EmbeddedFiles): Promise<void> {
  for (const [name, source] of files) {
    const path = join(folder, name)
    if (existsSync(path)) continue
    await mkdir(dirname(path), { recursive: true })
    const draft = `${path}.${randomUUID()}.part`
    try {
      await writeFile(draft, await Bun.file(source).bytes())
      await link(draft, path).catch(ignoreExisting)
    } finally {
      await rm(draft, { force: true })
    }
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

function cachedFiles(folder: string): EmbeddedFiles {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.map((name) => [name, join(folder, name)] as const).filter(([, path]) => statSync(path).isFile())
}

/** Returns a hash of all inputs of the ingest result: texts, pictures, source code of the pipeline, and settings. */
export function preparedKey(
  { contentDir, site }: Pick<Config, 'contentDir' | 'site'>,
  { pipeline = sourceKey(), publicDir = join(root, 'public') } = {},
): string {
  const hasher = new Bun.CryptoHasher('sha256').update(pipeline)
  hasher.update(JSON.stringify([site.embeds, site.routeRules]))
  for (const folder of [contentDir, publicDir]) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(folder, name)
      // Skips missing files: editors leave dangling symlinks, and a file may be deleted after it was listed.
      if (statSync(path, { throwIfNoEntry: false })?.isFile()) hasher.update(`\0${name}\0`).update(readFileSync(path))
    }
  }
  return hasher.digest('hex').slice(0, 16)
}

/** Copies the ingested content of a data folder into the folder `files`, even while a server runs. */
export async function copyContent(config: Config, files: string): Promise<void> {
  const from = fileOf(config, 'content')
  if (from === undefined) return
  const { default: Database } = await import('libsql')
  const db = new Database(from, { readonly: true })
  try {
    db.prepare('vacuum into ?').run(join(files, 'content.db'))
  } finally {
    db.close()
  }
  const images = join(config.dataDir, 'images')
  await mkdir(join(files, 'images'), { recursive: true })
  const names = existsSync(images) ? (await readdir(images)).filter((name) => !name.endsWith('.part')) : []
  for (const name of names) await copyFile(join(images, name), join(files, 'images', name))
}

/**
 * Returns whether all texts of the content folder are in the database, and a state that changes with each text and
 * picture.
 */
export async function lookAtContent(config: Config): Promise<{ texts: boolean; state: string }> {
  const db = await openDb({ url: config.databases.content.url, readOnly: true })
  try {
    const known = new Set((await db.readAll('select file from content_files')()).map(([file]) => `${file}`))
    const files = await listContentFiles(config.contentDir)
    const images = join(config.dataDir, 'images')
    const pictures = existsSync(images) ? readdirSync(images).length : 0
    return { texts: files.every((file) => known.has(file)), state: `${await findContentVersion(db)} ${pictures}` }
  } finally {
    await db.close()
  }
}
