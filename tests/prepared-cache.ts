import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, readdir, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** Max number of ingest results that stay on the disk; each takes about 20 MB. */
const maxKept = 3

/**
 * Files of an ingest result: its database, its pictures and its report. Accounts and prices are created by each run.
 */
const isContent = (name: string) => name === 'content.db' || name === 'content.db.whole'

export interface PreparedFolders {
  dataDir: string
  report: string
}

/**
 * Returns a digest of every file that the ingest reads or imports. The order of imports excludes every folder right of
 * `site`, except `main`.
 * @param project  folder of the checkout
 */
export function preparedKey(project: string): string {
  const folders = ['content', 'public', 'drizzle', 'src']
  const files = folders.flatMap((folder) => {
    const names = readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    return names.filter((name) => folder !== 'src' || isOfIngest(name)).map((name) => join(folder, name))
  })
  const hasher = new Bun.CryptoHasher('sha256').update(Bun.version)
  for (const name of [...files, 'bun.lock', 'tests/e2e/prepare-site.ts', 'tests/e2e/prepared-site.ts'].sort()) {
    const path = join(project, name)
    if (statSync(path).isFile()) hasher.update(`\0${name}\0`).update(readFileSync(path))
  }
  return hasher.digest('hex').slice(0, 16)
}

const ingestFolders =
  /^(config|log|paths|i18n|ui|db|events|jobs|limits|http|openapi|icons|content|site|main)\/|^[^/]+\.tsx?$/

function isOfIngest(name: string): boolean {
  return ingestFolders.test(name) && !/\.test\.tsx?$/.test(name)
}

/**
 * Copies the ingest result of an earlier run with the same sources. With other sources, copies only the pictures: their
 * names are digests of their contents.
 */
export async function takePrepared(cache: string, key: string, { dataDir, report }: PreparedFolders): Promise<void> {
  const own = join(cache, key)
  const [from] = existsSync(own) ? [key] : await keysIn(cache)
  if (from === undefined) return
  await mkdir(dataDir, { recursive: true })
  await cp(join(cache, from, 'images'), join(dataDir, 'images'), { recursive: true })
  if (from !== key) return
  await cp(join(own, 'data'), dataDir, { recursive: true })
  await cp(join(own, 'report.json'), report)
  const now = new Date()
  await utimes(own, now, now)
}

/** Stores an ingest result for later runs. When several processes store the same result, the first one wins. */
export async function keepPrepared(cache: string, key: string, { dataDir, report }: PreparedFolders): Promise<void> {
  const own = join(cache, key)
  if (existsSync(own)) return
  const draft = `${own}.${randomUUID()}.part`
  try {
    await mkdir(join(draft, 'data'), { recursive: true })
    await cp(join(dataDir, 'images'), join(draft, 'images'), { recursive: true })
    for (const name of (await readdir(dataDir)).filter(isContent))
      await cp(join(dataDir, name), join(draft, 'data', name))
    await cp(report, join(draft, 'report.json'))
    await rename(draft, own).catch((error) => {
      if (!existsSync(own)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  const others = (await keysIn(cache)).filter((name) => name !== key)
  for (const name of others.slice(maxKept - 1)) await rm(join(cache, name), { recursive: true, force: true })
}

/** Lists the keys of stored results, most recently used first, without unfinished copies. */
async function keysIn(cache: string): Promise<string[]> {
  if (!existsSync(cache)) return []
  const names = (await readdir(cache)).filter((name) => !name.endsWith('.part'))
  const found = names.map((name) => ({ name, usedAt: statSync(join(cache, name)).mtimeMs }))
  return found.sort((a, b) => b.usedAt - a.usedAt).map(({ name }) => name)
}
