import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const src = join(import.meta.dir, '..')
/** Files outside `src` that represent the installed packages, parts of which are bundled too */
const besides = ['package.json', 'bun.lock']

/**
 * Returns a hash of the sources, the same for equal sources in any folder. All sources count, because only building
 * shows which of them are bundled.
 */
export function sourceKey(): string {
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' })
  const sources = names.filter((name) => /\.(tsx?|css|woff2)$/.test(name) && !/\.test\.tsx?$/.test(name)).sort()
  const hasher = new Bun.CryptoHasher('sha256').update(Bun.version)
  for (const name of sources) hasher.update(`\0${name}\0`).update(readFileSync(join(src, name)))
  for (const name of besides) hasher.update(readIfThere(join(src, '..', name)))
  return hasher.digest('hex').slice(0, 16)
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
