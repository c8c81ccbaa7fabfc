import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isTarget, nativeDriver, ownTarget, type Target, targets } from './binary/native-driver.ts'
import { listWorkers, makeParts, type Parts, root, src } from './binary/parts.ts'
import { buildNode } from './node/build-node.ts'

/**
 * Virtual entry file, which exists only in the bundler's memory. It lies beside the workers so that their paths in the
 * binary share its root.
 */
const entry = join(src, 'main/binary-entry.ts')
const production = { 'process.env.NODE_ENV': '"production"' }
const usage = `bun run build [OUTFILE] [--target ${targets.join(' | ')} | all] [--node FOLDER] [--data FOLDER]\n`

function entrySource({ assets, version, publicFiles, content, prepared }: Parts): string {
  const files = [publicFiles, content, prepared]
  const imports: string[] = []
  const lists = files.map((named) => {
    const entries = named.map(([name, path]) => {
      const id = `f${imports.length}`
      imports.push(`import ${id} from ${JSON.stringify(path)} with { type: 'file' }`)
      return `[${JSON.stringify(name)}, ${id}]`
    })
    return `[${entries.join(', ')}]`
  })
  return `${imports.join('\n')}
import './replica/quiet-driver.ts'
const { start } = await import('./start.ts')
const { embeddedBundle } = await import('./binary/embedded-bundle.ts')
const [files, content, prepared] = [${lists.join(',\n')}]
await start(embeddedBundle(${JSON.stringify(assets)}, files, { version: ${JSON.stringify(version)}, content, prepared }))
`
}

async function compile(target: Target, outfile: string, source: string): Promise<void> {
  const driver = await nativeDriver(target)
  try {
    await mkdir(dirname(outfile), { recursive: true })
    await Bun.build({
      entrypoints: [entry, ...(await listWorkers())],
      files: { [entry]: source },
      root,
      compile: target === ownTarget() ? { outfile } : { outfile, target: `bun-${target}` },
      target: 'bun',
      format: 'esm',
      // Loads grammars and commands on demand and precompiles to bytecode, which halves the start time.
      splitting: true,
      bytecode: true,
      minify: { syntax: true, whitespace: true },
      define: production,
      // Leaves out `sharp`, which needs a native library. The project's pictures were prepared at build time, so a
      // binary does not need it.
      external: ['sharp'],
      plugins: [driver.plugin],
    })
  } finally {
    await driver.remove()
  }
  const megabytes = (Bun.file(outfile).size / 1024 / 1024).toFixed(0)
  process.stdout.write(`${relative(process.cwd(), outfile)}: ${megabytes} MB for ${target}\n`)
}

const { values, positionals } = parseArgs({
  options: { target: { type: 'string' }, node: { type: 'string' }, data: { type: 'string' } },
  allowPositionals: true,
})
const wanted = values.target === 'all' ? targets : [values.target ?? ownTarget() ?? ''].filter(isTarget)
if (wanted.length === 0 || positionals.length > 1) {
  process.stderr.write(usage)
  process.exit(2)
}
const isBinary = values.node === undefined || positionals.length > 0
const outfile = resolve(positionals[0] ?? join(root, 'dist/kurs'))
const folder = await mkdtemp(join(tmpdir(), 'kurs-build-'))
try {
  const parts = await makeParts(folder, values.data)
  const source = entrySource(parts)
  for (const target of isBinary ? wanted : [])
    await compile(target, wanted.length > 1 ? `${outfile}-${target}` : outfile, source)
  if (values.node !== undefined) {
    const start = await buildNode(resolve(values.node), parts, production)
    process.stdout.write(`${relative(process.cwd(), start)}: to be run by Node, from 20.19 on\n`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
