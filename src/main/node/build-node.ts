import { cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BunPlugin } from 'bun'
import manifest from '../../../package.json' with { type: 'json' }
import { listWorkers, type Parts, root, src } from '../binary/parts.ts'

/** Virtual entry file, which exists only in the bundler's memory, at the root of the other entry points */
const entry = join(src, 'main/node-entry.ts')
/** Module that the program imports first: ESM loads all packages of a program before any of the program's code runs */
const first = join(src, 'main/replica/quiet-driver.ts')
/** Packages with native parts; the build copies them beside the program as npm installed them */
const native = ['libsql', '@node-rs/argon2'] as const
/** Modules that the build replaces, with their replacements */
const instead: Record<string, string> = { bun: 'bun-module.ts', 'abort-controller': 'abort-controller.ts' }

const standIns: BunPlugin = {
  name: 'stand-ins',
  setup(build) {
    const filter = new RegExp(`^(${Object.keys(instead).join('|')})$`)
    build.onResolve({ filter }, ({ path }) => ({ path: join(src, 'main/node', instead[path] ?? '') }))
  },
}

/**
 * Builds the program for hosts with Node but without Bun: `node kurs.mjs serve`. Each version has its own folder, so
 * that a running process keeps its files. @returns the path of `kurs.mjs`
 */
export async function buildNode(folder: string, parts: Parts, define: Record<string, string>): Promise<string> {
  const target = join(folder, parts.version)
  const draft = `${target}.${process.pid}.part`
  const start = join(folder, 'kurs.mjs')
  await mkdir(folder, { recursive: true })
  await makeProgram(draft, parts, define)
  await putFiles(join(draft, 'files'), parts)
  for (const name of native) await copyPackage(name, join(draft, 'node_modules'))
  // Keeps the folder if it exists: the same sources were built before, and that version may be running.
  await rename(draft, target).catch(() => rm(draft, { recursive: true }))
  const program = `./${parts.version}/main`
  await writeFile(
    `${draft}.mjs`,
    `import '${program}/replica/quiet-driver.mjs'\nawait import('${program}/node-entry.mjs')\n`,
  )
  await rename(`${draft}.mjs`, start)
  return start
}

async function makeProgram(outdir: string, { assets, version }: Parts, define: Record<string, string>): Promise<void> {
  const program = `import './node/runtime.ts'
import { start } from './start.ts'
import { besideBundle } from './node/beside-bundle.ts'
await start(await besideBundle(${JSON.stringify(assets)}, ${JSON.stringify(version)}))
`
  const workers = await listWorkers()
  const apart = workers.map((path) => [`${path.slice(0, -'.ts'.length)}.node.ts`, path] as const)
  const files = Object.fromEntries(
    apart.map(([own, path]) => [own, `import '${join(src, 'main/node/worker-runtime.ts')}'\nimport '${path}'\n`]),
  )
  await Bun.build({
    entrypoints: [entry, first, ...Object.keys(files)],
    files: { ...files, [entry]: program },
    root: src,
    outdir,
    naming: '[dir]/[name].mjs',
    target: 'node',
    minify: { syntax: true, whitespace: true },
    define: { ...define, 'import.meta.dir': 'ownFolder' },
    banner: 'const ownFolder = import.meta.dirname',
    external: ['sharp', ...native],
    plugins: [standIns],
  })
  await writeFile(
    join(outdir, 'package.json'),
    JSON.stringify({ name: 'kurs', version: manifest.version, type: 'module' }),
  )
}

async function putFiles(to: string, { publicFiles, content, prepared }: Parts): Promise<void> {
  for (const [kind, files] of Object.entries({ public: publicFiles, content, prepared })) {
    for (const [name, path] of files) {
      const target = join(to, kind, name)
      await mkdir(dirname(target), { recursive: true })
      await cp(path, target)
    }
  }
}

/** Copies a package with its dependencies and its installed platform-specific packages */
async function copyPackage(name: string, to: string): Promise<void> {
  const from = join(root, 'node_modules', name)
  await cp(from, join(to, name), { recursive: true, dereference: true })
  const { dependencies = {}, optionalDependencies = {} } = await Bun.file(join(from, 'package.json')).json()
  const parts = Object.keys({ ...dependencies, ...optionalDependencies })
  const there = new Set(await readdir(join(root, 'node_modules')))
  for (const part of parts) {
    const [scope = '', own] = part.split('/')
    const isThere = there.has(scope) && (!own || (await readdir(join(root, 'node_modules', scope))).includes(own))
    if (isThere) await copyPackage(part, to)
  }
}
