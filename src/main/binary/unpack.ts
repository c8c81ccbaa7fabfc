import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import { fileOf } from '../data-problem.ts'
import { makeDataFolder } from '../databases.ts'
import { writeMissing } from '../prepared/prepared-content.ts'
import type { EmbeddedData, EmbeddedFiles } from './embedded-data.ts'

/** Max number of unpacked text folders: a process of an older release may still be reading from one. */
const maxFolders = 3
/** Age after which a draft counts as abandoned, ms: unpacking takes at most a second */
const draftMs = 3_600_000

/** Folder for the texts embedded in a binary */
export function embeddedContentDir(dataDir: string, { version }: EmbeddedData): string {
  return join(dataDir, `content-${version}`)
}

/**
 * Unpacks the embedded texts into the data folder once per version, together with their ingest result, so a new data
 * folder needs no ingest. Atomic, even when several processes do it at once.
 */
export async function unpackContent(config: Config, carried: EmbeddedData): Promise<void> {
  const { dataDir } = config
  const folder = embeddedContentDir(dataDir, carried)
  if (existsSync(folder)) return
  await makeDataFolder(config)
  const draft = `${folder}.${randomUUID()}.part`
  try {
    await writeAll(draft, carried.content)
    const isPrepared = ([name]: EmbeddedFiles[number]) =>
      name !== 'content.db' || fileOf(config, 'content') !== undefined
    await writeMissing(dataDir, carried.prepared.filter(isPrepared))
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  await removeOldFolders(dataDir)
}

async function writeAll(folder: string, files: EmbeddedFiles): Promise<void> {
  for (const [name, embedded] of files) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await Bun.file(embedded).bytes())
  }
}

/** Removes old text folders and drafts of killed processes. */
async function removeOldFolders(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => /^content-[0-9a-f]{16}/.test(name))
  const aged = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(dataDir, name))).mtimeMs })))
  const folders = aged.filter(({ name }) => !name.endsWith('.part')).toSorted((left, right) => right.at - left.at)
  const dead = aged.filter(({ name, at }) => name.endsWith('.part') && at < Date.now() - draftMs)
  for (const { name } of [...folders.slice(maxFolders), ...dead])
    await rm(join(dataDir, name), { recursive: true, force: true })
}
