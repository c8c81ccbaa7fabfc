import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import manifest from '../../../package.json' with { type: 'json' }

/** Files and folders from which a binary is built, below the project folder */
const made = ['bun.lock', 'package.json', 'content', 'drizzle', 'public', 'src']

/**
 * Returns a hash such as `0123456789abcdef`: the same sources give the same version, whatever the build machine and the
 * target
 */
export async function versionOf(root: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256').update(Bun.version)
  for (const part of made) {
    for (const name of await namesIn(root, part)) {
      hasher.update(`\0${name}\0`).update(await readFile(join(root, name)))
    }
  }
  return hasher.digest('hex').slice(0, 16)
}

/** Returns the release and the build, such as `0.1.0+0123456789abcdef`, or only the release without a build */
export function versionText(build: string | undefined): string {
  return build ? `${manifest.version}+${build}` : manifest.version
}

async function namesIn(root: string, part: string): Promise<string[]> {
  if (part.includes('.')) return [part]
  const files = await readdir(join(root, part), { recursive: true, withFileTypes: true })
  const names = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(root.length + 1))
  return names.filter((name) => !/\.test\.tsx?$/.test(name)).sort()
}
