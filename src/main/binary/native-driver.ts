import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'
import { driverOf, type Target } from './targets.ts'

const root = join(import.meta.dir, '../../..')

export interface NativeDriver {
  /** libSQL picks its driver by a computed `require`, which no bundler follows: this one names it. */
  plugin: BunPlugin
  remove(): Promise<void>
}

/** From the project's own packages, or from the registry where they are of another machine. @throws Error when that fails */
export async function nativeDriver(target: Target): Promise<NativeDriver> {
  const name = `@libsql/${driverOf(target)}`
  const installed = join(root, 'node_modules', name)
  if (existsSync(installed)) return { plugin: staticDriver(installed), remove: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'kurs-driver-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { version } = await Bun.file(join(root, 'node_modules/libsql/package.json')).json()
    await Bun.write(join(folder, 'package.json'), JSON.stringify({ dependencies: { libsql: version } }))
    const arch = /^linux-(x64|arm64)/.exec(target)?.[1]
    const install = Bun.spawn([process.execPath, 'install', '--silent', '--os', 'linux', '--cpu', arch ?? ''], {
      cwd: folder,
      stdout: 'ignore',
      stderr: 'inherit',
    })
    const fetched = join(folder, 'node_modules', name)
    if ((await install.exited) !== 0 || !existsSync(fetched)) throw new Error(`${name} could not be fetched from npm.`)
    return { plugin: staticDriver(fetched), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function staticDriver(folder: string): BunPlugin {
  return {
    name: 'static-libsql',
    setup(build) {
      build.onResolve({ filter: /^carried-driver$/ }, ({ path }) => ({ path, namespace: 'static-libsql' }))
      build.onLoad({ filter: /./, namespace: 'static-libsql' }, async () => ({
        contents: await carriedDriver(join(folder, 'index.node')),
        loader: 'ts',
      }))
      build.onLoad({ filter: /node_modules\/libsql\/(index|promise)\.js$/ }, async ({ path }) => {
        const source = await Bun.file(path).text()
        // Which one is of this machine is known: to find out takes a look at its files.
        const contents = source.replace('function requireNative() {', "$& return require('carried-driver').driver;")
        if (contents === source) throw new Error(`${path} no longer loads its driver as this build expects.`)
        return { contents, loader: 'js' }
      })
    },
  }
}

/** The module that loads it, at most once */
async function carriedDriver(path: string): Promise<string> {
  const bytes = await Bun.file(path).bytes()
  const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)
  return `import embedded from ${JSON.stringify(path)} with { type: 'file' }
import { loadDriver } from ${JSON.stringify(join(import.meta.dir, 'load-driver.ts'))}
export const driver = loadDriver({ embedded, digest: ${JSON.stringify(digest)}, bytes: ${bytes.length} })
`
}
