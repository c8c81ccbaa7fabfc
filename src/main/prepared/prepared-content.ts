import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sourceKey } from '../../browser/source-key.ts'
import type { Config } from '../../config.ts'
import { adoptPrepared } from '../../content/ingest/adopt-prepared.ts'
import type { CarriedFiles } from '../binary/carried.ts'
import type { Bundle } from '../bundle.ts'
import { fileOf } from '../data-problem.ts'

const root = join(import.meta.dir, '../../..')
/** Results of earlier starts from source; they go with the packages. */
export const preparedCache = join(root, 'node_modules/.cache/kurs/content')

/**
 * Replaces the content of a data folder by the result of an earlier ingest of the same texts: what a binary carries, or what
 * an earlier start from these sources has kept. Pictures that are missing are copied beside it.
 * @returns false when there is none
 */
export async function takePrepared(
  config: Config,
  bundle: Bundle | undefined,
  cache = preparedCache,
): Promise<boolean> {
  const into = fileOf(config, 'content')
  // Texts of an installation's own are not prepared by anybody.
  if (into === undefined || config.CONTENT_DIR !== undefined) return false
  const files = bundle?.carried?.prepared ?? (await keptFiles(cache, config))
  const database = files.find(([name]) => name === 'content.db')?.[1]
  if (database === undefined) return false
  await writeMissing(
    config.dataDir,
    files.filter(([name]) => name !== 'content.db'),
  )
  const copy = `${into}.${randomUUID()}.part`
  try {
    await writeFile(copy, await Bun.file(database).bytes())
    await adoptPrepared({ into, from: copy })
    return true
  } finally {
    for (const suffix of ['', '-wal', '-shm']) await rm(`${copy}${suffix}`, { force: true })
  }
}

/** Each file whole or not at all; those that are there stay. */
export async function writeMissing(folder: string, files: CarriedFiles): Promise<void> {
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

async function keptFiles(cache: string, config: Config): Promise<CarriedFiles> {
  if (!existsSync(cache)) return []
  const folder = join(cache, preparedKey(config), 'files')
  if (!existsSync(folder)) return []
  const names = await readdir(folder, { recursive: true })
  return names.map((name) => [name, join(folder, name)] as const).filter(([, path]) => statSync(path).isFile())
}

/** The same for the same texts, pictures, pipeline and settings: any other result is another one. */
export function preparedKey({ contentDir, site }: Pick<Config, 'contentDir' | 'site'>): string {
  const hasher = new Bun.CryptoHasher('sha256').update(sourceKey()).update(JSON.stringify(site))
  for (const folder of [contentDir, join(root, 'public')]) {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      const path = join(folder, name)
      if (statSync(path).isFile()) hasher.update(`\0${name}\0`).update(readFileSync(path))
    }
  }
  return hasher.digest('hex').slice(0, 16)
}

/** Writes the content of a data folder into `files`, while a server runs. */
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
