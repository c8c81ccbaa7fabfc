import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { extract } from 'tar'
import { missingTables, pendingMigrations } from '../../db/migrate.ts'
import { migrations } from '../../db/migrations.ts'
import { openReadOnlyFile } from '../../db/read-only-file.ts'
import { migrationProblem, rootMessage } from '../data-problem.ts'
import { sumOf } from './file-sum.ts'
import { isSavedName, type Manifest, manifestName, manifestSchema, type SavedName, savedDatabases } from './manifest.ts'

export type Unpacked =
  | { status: 'whole'; manifest: Manifest; files: SavedName[] }
  /** Reason of the refusal, as words that follow the file name in a message */
  | { status: 'refused'; reason: string }

/** Unpacks a backup into a folder and verifies every byte. @throws file system errors */
export async function unpackBackup(file: string, folder: string): Promise<Unpacked> {
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      filter: (path, entry) =>
        (path === manifestName || isSavedName(path)) && 'type' in entry && /^(Old)?File$/.test(String(entry.type)),
    })
  } catch (error) {
    if (isOfPlace(error)) throw 'path' in error ? error : Object.assign(error, { path: dirname(folder) })
    return refused(`cannot be read to its end (${rootMessage(error)}): it is cut off, damaged or no backup`)
  }
  const manifest = await readManifest(join(folder, manifestName))
  if (!manifest) return refused('is no backup that this release can read')
  const files = Object.keys(manifest.files).filter(isSavedName)
  for (const name of files) {
    const problem = await problemOf(join(folder, name), name, manifest)
    if (problem) return refused(problem)
  }
  return { status: 'whole', manifest, files }
}

/** Returns whether the place caused the error: a full disk or a missing permission is no fault of the backup. */
function isOfPlace(error: unknown): error is Error & { code: unknown } {
  return error instanceof Error && 'code' in error && /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM)$/.test(String(error.code))
}

function refused(reason: string): Unpacked {
  return { status: 'refused', reason }
}

async function readManifest(path: string): Promise<Manifest | undefined> {
  if (!existsSync(path)) return undefined
  try {
    return manifestSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

async function problemOf(path: string, name: SavedName, manifest: Manifest): Promise<string | undefined> {
  if (!existsSync(path)) return `lacks ${name}, which it says that it has`
  const [sum, said] = [await sumOf(path), manifest.files[name]]
  if (sum.sha256 !== said?.sha256) return `is damaged: ${name} is not what was saved`
  const database = savedDatabases.find((each) => name === `${each}.db`)
  if (!database) return undefined
  const opened = openReadOnlyFile(path)
  try {
    const damage = opened.damage()
    if (damage) return `holds a damaged ${name} (${damage})`
    const state = await pendingMigrations(opened, migrations[database])
    if (state.pending.length === migrations[database].length)
      return `has an unknown database as its ${name}: no release of Kurs made it`
    const missing = await missingTables(opened, migrations[database])
    if (missing.length > 0) return `lacks tables in its ${name}: ${missing.slice(0, 3).join(', ')}`
    return migrationProblem(`its ${name}`, database, state)
  } catch (error) {
    return `holds a ${name} that cannot be read (${rootMessage(error)})`
  } finally {
    opened.close()
  }
}
