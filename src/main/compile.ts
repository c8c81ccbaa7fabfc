import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BuiltAssets } from '../browser/build.ts'
import { buildApart } from '../browser/build-apart.ts'
import { nativeDriver } from './binary/native-driver.ts'
import { isTarget, ownTarget, type Target, targets } from './binary/targets.ts'
import { versionOf } from './binary/version.ts'

const root = join(import.meta.dir, '../..')
const src = join(root, 'src')
const contentDir = join(root, 'content')
/** Only in the bundler's memory; beside the workers, whose paths in the binary begin where all of them lie */
const entry = join(src, 'main/binary-entry.ts')
const usage = `bun run build [OUTFILE] [--target ${targets.join(' | ')} | all]\n`

type Named = [name: string, path: string]

async function filesBelow(folder: string, prefix = ''): Promise<Named[]> {
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  return found.map((file): Named => {
    const path = join(file.parentPath, file.name)
    return [`${prefix}${relative(folder, path)}`, path]
  })
}

interface Parts {
  assets: BuiltAssets
  version: string
  publicFiles: Named[]
  content: Named[]
  prepared: Named[]
}

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
import { start } from './start.ts'
import { embeddedBundle } from './binary/embedded-bundle.ts'
const [files, content, prepared] = [${lists.join(',\n')}]
await start(embeddedBundle(${JSON.stringify(assets)}, files, { version: ${JSON.stringify(version)}, content, prepared }))
`
}

/** What is the same in the binaries for all machines. @param folder  where it is made */
async function makeParts(folder: string): Promise<Parts> {
  const { prepareContent } = await import('./binary/prepare.ts')
  const [built, data] = [join(folder, 'assets'), join(folder, 'data')]
  await mkdir(built)
  const assets = await buildApart(built)
  await prepareContent(contentDir, data)
  return {
    assets,
    version: await versionOf(root),
    publicFiles: [...(await filesBelow(join(root, 'public'), '/')), ...(await filesBelow(built, '/assets/'))],
    content: await filesBelow(contentDir),
    prepared: [['content.db', join(data, 'content.db')], ...(await filesBelow(join(data, 'images'), 'images/'))],
  }
}

async function compile(target: Target, outfile: string, source: string): Promise<void> {
  const driver = await nativeDriver(target)
  try {
    const workers = await Array.fromAsync(new Bun.Glob('**/*.worker.ts').scan({ cwd: src, absolute: true }))
    await mkdir(dirname(outfile), { recursive: true })
    await Bun.build({
      entrypoints: [entry, ...workers],
      files: { [entry]: source },
      root,
      compile: target === ownTarget() ? { outfile } : { outfile, target: `bun-${target}` },
      target: 'bun',
      format: 'esm',
      // Grammars and commands are read when they are needed, and nothing is compiled anew: half of a start.
      splitting: true,
      bytecode: true,
      minify: { syntax: true, whitespace: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      // A native library of its own; what it makes of the project's pictures is inside.
      external: ['sharp'],
      plugins: [driver.plugin],
    })
  } finally {
    await driver.remove()
  }
  const megabytes = (Bun.file(outfile).size / 1024 / 1024).toFixed(0)
  process.stdout.write(`${relative(process.cwd(), outfile)}: ${megabytes} MB for ${target}\n`)
}

const { values, positionals } = parseArgs({ options: { target: { type: 'string' } }, allowPositionals: true })
const wanted = values.target === 'all' ? targets : [values.target ?? ownTarget() ?? ''].filter(isTarget)
if (wanted.length === 0 || positionals.length > 1) {
  process.stderr.write(usage)
  process.exit(2)
}
const outfile = resolve(positionals[0] ?? join(root, 'dist/kurs'))
const folder = await mkdtemp(join(tmpdir(), 'kurs-build-'))
try {
  const source = entrySource(await makeParts(folder))
  for (const target of wanted) await compile(target, wanted.length > 1 ? `${outfile}-${target}` : outfile, source)
} finally {
  await rm(folder, { recursive: true, force: true })
}
