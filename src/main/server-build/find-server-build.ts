import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A bundle of the server's sources, cached by an earlier start: it loads in a third of the time. */
export interface ServerBuild {
  /** Module that exports `start`, like `src/main/start.ts` */
  entry: string
  /** Size of each file in bytes: a truncated file invalidates the build */
  sizes: Record<string, number>
}

const root = join(import.meta.dir, '../../..')
/** Files and folders that a bundle depends on, below the project folder: `bun.lock` represents the packages. */
const inputs = ['src', 'drizzle', 'bun.lock', 'package.json', 'bunfig.toml']

/**
 * Returns the folder of the builds. Does not use `readConfig`, which would load the validation of the whole
 * environment.
 */
export function serverBuildsFolder({ DATA_DIR = './data' }: NodeJS.ProcessEnv): string {
  return resolve(DATA_DIR, 'server')
}

/**
 * Identifies the state of the sources by size and time of each file, without reading them. Takes 12 ms for 2,000 files.
 */
export function sourceStamp(project = root): string {
  const hasher = new Bun.CryptoHasher('sha256').update(Bun.version)
  for (const input of inputs) {
    for (const path of pathsBelow(join(project, input))) {
      if (/\.test\.tsx?$/.test(path)) continue
      const file = statSync(path, { throwIfNoEntry: false })
      hasher.update(`${path} ${file?.size} ${file?.mtimeMs}\n`)
    }
  }
  return hasher.digest('hex').slice(0, 16)
}

function pathsBelow(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return names.sort().map((name) => `${path}/${name}`)
}

/** @returns the build of exactly these sources; undefined when there is none */
export function findServerBuild(folder: string, stamp: string): ServerBuild | undefined {
  try {
    const { entry, sizes }: ServerBuild = JSON.parse(readFileSync(join(folder, stamp, 'build.json'), 'utf8'))
    const files = join(folder, stamp, 'files')
    if (Object.entries(sizes).some(([name, size]) => statSync(`${files}/${name}`).size !== size)) return undefined
    return { entry: join(files, entry), sizes }
  } catch {
    return undefined
  }
}
