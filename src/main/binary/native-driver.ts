import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BunPlugin } from 'bun'

/** Supported build targets, named as in their driver packages */
export const targets = ['linux-x64', 'linux-x64-musl', 'linux-arm64', 'linux-arm64-musl'] as const

export type Target = (typeof targets)[number]

export function isTarget(name: string): name is Target {
  return targets.some((target) => target === name)
}

/** Returns the target of this machine; undefined if the machine is not supported */
export function ownTarget(): Target | undefined {
  const name = `${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`
  return isTarget(name) ? name : undefined
}

/** Reads the first page of the executable, which names the loader of its C library. */
function isMusl(): boolean {
  const file = openSync(process.execPath, 'r')
  const head = Buffer.alloc(4096)
  readSync(file, head)
  closeSync(file)
  return head.includes('/ld-musl-')
}

/** Returns the driver's name for a target, such as `linux-x64-gnu` */
export function driverOf(target: Target): string {
  return target.endsWith('-musl') ? target : `${target}-gnu`
}

const root = join(import.meta.dir, '../../..')

export interface NativeDriver {
  /**
   * Plugin that makes the loading of the driver static: libSQL selects its driver by a computed `require`, which
   * bundlers cannot follow.
   */
  plugin: BunPlugin
  remove(): Promise<void>
}

export interface NativeDriverOptions {
  /** Project folder whose `node_modules` is searched first */
  project?: string
  /** Installs the dependencies of `package.json` in a folder for a processor. @returns whether it succeeded */
  install?: (folder: string, cpu: string) => Promise<boolean>
}

/**
 * Takes the driver from the project's packages, or from the registry if it is not installed. @throws Error when both
 * fail
 */
export async function nativeDriver(
  target: Target,
  { project = root, install = installForLinux }: NativeDriverOptions = {},
): Promise<NativeDriver> {
  const name = `@libsql/${driverOf(target)}`
  const installed = join(project, 'node_modules', name)
  if (existsSync(installed)) return { plugin: staticDriver(installed), remove: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'kurs-driver-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { version } = await Bun.file(join(project, 'node_modules/libsql/package.json')).json()
    await Bun.write(join(folder, 'package.json'), JSON.stringify({ dependencies: { libsql: version } }))
    const fetched = join(folder, 'node_modules', name)
    const isInstalled = await install(folder, /^linux-(x64|arm64)/.exec(target)?.[1] ?? '')
    if (!isInstalled || !existsSync(fetched)) throw new Error(`${name} could not be fetched from npm.`)
    return { plugin: staticDriver(fetched), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Installs drivers for both C libraries: the packages do not declare which of the two they need. */
async function installForLinux(folder: string, cpu: string): Promise<boolean> {
  const command = [process.execPath, 'install', '--silent', '--os', 'linux', '--cpu', cpu]
  return (await Bun.spawn(command, { cwd: folder, stdout: 'ignore', stderr: 'inherit' }).exited) === 0
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
        // Replaces the detection of the target, which would read files at run time: the target is known at build time.
        const contents = source.replace('function requireNative() {', "$& return require('carried-driver').driver;")
        if (contents === source) throw new Error(`${path} no longer loads its driver as this build expects.`)
        return { contents, loader: 'js' }
      })
    },
  }
}

/** Returns the source of the module that loads the driver, at most once */
async function carriedDriver(path: string): Promise<string> {
  const bytes = await Bun.file(path).bytes()
  const digest = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)
  return `import embedded from ${JSON.stringify(path)} with { type: 'file' }
import { loadDriver } from ${JSON.stringify(join(import.meta.dir, 'load-driver.ts'))}
export const driver = loadDriver({ embedded, digest: ${JSON.stringify(digest)}, bytes: ${bytes.length} })
`
}
