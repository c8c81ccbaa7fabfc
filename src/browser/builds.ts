import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuiltAssets } from './build.ts'

export interface StoredBuild<Description> {
  /** Description of the build, as returned by `make` */
  description: Description
  /** Folders with the files of this build first, then of the older builds that are kept */
  folders: string[]
}

/** Number of builds to keep: pages that are open during a release still load files of the previous build. */
const retainedBuilds = 2
/** Minimum age at which an old build is removed, ms: a process may still serve a build that was used more recently */
const minAge = 24 * 3_600_000
/** Age beyond which an unfinished build counts as abandoned by a killed process, ms */
const draftLifetime = 3_600_000

/**
 * Returns the build of these sources and makes it if it is missing. Each build has one folder, named by the key of its
 * sources, that never changes; if several processes build at once, the first one wins.
 */
export async function ensureBuild<Description>(
  folder: string,
  key: string,
  make: (files: string) => Promise<Description>,
): Promise<StoredBuild<Description>> {
  const own = join(folder, key)
  // The existence of the folder is checked before its description is read: another process may publish the build in
  // between, and that build must not be removed.
  const isThere = existsSync(own)
  const known = await readDescription<Description>(own)
  // A complete build is renamed into place, so a build whose description cannot be read was damaged later.
  if (isThere && known === undefined) await rm(own, { recursive: true, force: true })
  const description = known ?? (await makeBuild(own, make))
  const now = new Date()
  await utimes(own, now, now)
  const others = await removeOldBuilds(folder, key)
  return { description, folders: [key, ...others].map((name) => filesOf(join(folder, name))) }
}

const filesOf = (build: string) => join(build, 'files')
const descriptionOf = (build: string) => join(build, 'build.json')

async function readDescription<Description>(build: string): Promise<Description | undefined> {
  const file = descriptionOf(build)
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function makeBuild<Description>(
  own: string,
  make: (files: string) => Promise<Description>,
): Promise<Description> {
  const draft = `${own}.${process.pid}.${randomUUID()}.part`
  try {
    await mkdir(filesOf(draft), { recursive: true })
    const description = await make(filesOf(draft))
    await writeFile(descriptionOf(draft), JSON.stringify(description))
    await rename(draft, own)
    return description
  } catch (error) {
    const made = await readDescription<Description>(own)
    if (!made) throw error
    return made
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Removes unfinished builds of a process that ended while it was building. Those of other processes stay. */
export function removeDrafts(folder: string, pid: number): void {
  const names = existsSync(folder) ? readdirSync(folder) : []
  for (const name of names.filter((name) => name.includes(`.${pid}.`) && name.endsWith('.part')))
    rmSync(join(folder, name), { recursive: true, force: true })
}

/** Removes old builds and abandoned drafts. @returns the names of the other builds that are kept */
async function removeOldBuilds(folder: string, key: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name !== key)
  const found = await Promise.all(names.map(async (name) => ({ name, usedAt: await usedAt(join(folder, name)) })))
  const builds = found.filter(({ name }) => !name.endsWith('.part')).sort((one, other) => other.usedAt - one.usedAt)
  const isKept = ({ usedAt }: { usedAt: number }, at: number) => at < retainedBuilds - 1 || usedAt > Date.now() - minAge
  const kept = builds.filter(isKept)
  const drafts = found.filter(({ name, usedAt }) => name.endsWith('.part') && usedAt < Date.now() - draftLifetime)
  for (const { name } of [...builds.filter((build) => !kept.includes(build)), ...drafts]) {
    await rm(join(folder, name), { recursive: true, force: true })
  }
  return kept.map(({ name }) => name)
}

/** Time of the folder's last use, ms; 0 if another process has just removed the folder */
async function usedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}

const root = join(import.meta.dir, '../..')

/**
 * Builds the assets in a separate process: modules loaded in this one would change the output files, and the bundler
 * would leave 70 MB in its memory. @throws Error of the bundler
 */
export async function buildInSubprocess(folder: string): Promise<BuiltAssets> {
  const command = [process.execPath, join(import.meta.dir, 'build-command.ts'), folder]
  const child = Bun.spawn(command, { cwd: root, stdout: 'pipe', stderr: 'pipe' })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`Asset build failed:\n${errors.trim()}`)
  return JSON.parse(output)
}
