import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import type { BunPlugin } from 'bun'
import type { BuiltAssets } from '../browser/build.ts'
import { buildApart } from '../browser/build-apart.ts'

const root = join(import.meta.dir, '../..')
const src = join(root, 'src')
const outfile = resolve(process.argv[2] ?? join(root, 'dist/kurs'))
/** Only in the bundler's memory; beside the workers, whose paths in the binary begin where all of them lie */
const entry = join(src, 'main/binary-entry.ts')

/** libSQL picks its native driver by a computed `require`, which no bundler follows: name this machine's driver. */
const staticLibsql: BunPlugin = {
  name: 'static-libsql',
  setup(build) {
    build.onLoad({ filter: /node_modules\/libsql\/(index|promise)\.js$/ }, async ({ path }) => {
      const source = await Bun.file(path).text()
      const driver = `@libsql/${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`
      const contents = source.replace(/require\(`@libsql\/\$\{target\}`\)/, `require('${driver}')`)
      if (contents === source) throw new Error(`${path} no longer loads its driver as this build expects.`)
      return { contents, loader: 'js' }
    })
  },
}

async function filesBelow(folder: string, address: string): Promise<[address: string, path: string][]> {
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  return found.map((file) => {
    const path = join(file.parentPath, file.name)
    return [`${address}/${relative(folder, path)}`, path]
  })
}

async function entrySource(assets: BuiltAssets, built: string): Promise<string> {
  const files = [...(await filesBelow(join(root, 'public'), '')), ...(await filesBelow(built, '/assets'))]
  const imports = files.map(([, path], at) => `import f${at} from ${JSON.stringify(path)} with { type: 'file' }`)
  const entries = files.map(([address], at) => `[${JSON.stringify(address)}, f${at}]`)
  return `${imports.join('\n')}
import { start } from './start.ts'
import { embeddedBundle } from './embedded-bundle.ts'
await start(embeddedBundle(${JSON.stringify(assets)}, [${entries.join(', ')}]))
`
}

const built = await mkdtemp(join(tmpdir(), 'kurs-build-'))
try {
  const workers = await Array.fromAsync(new Bun.Glob('**/*.worker.ts').scan({ cwd: src, absolute: true }))
  await mkdir(dirname(outfile), { recursive: true })
  await Bun.build({
    entrypoints: [entry, ...workers],
    files: { [entry]: await entrySource(await buildApart(built), built) },
    root,
    compile: { outfile },
    target: 'bun',
    minify: { syntax: true, whitespace: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    // A native library of its own; without it pages show the original pictures.
    external: ['sharp'],
    plugins: [staticLibsql],
  })
} finally {
  await rm(built, { recursive: true })
}
const megabytes = (Bun.file(outfile).size / 1024 / 1024).toFixed(0)
process.stdout.write(
  `${relative(process.cwd(), outfile)}: ${megabytes} MB. It needs a content folder beside it (CONTENT_DIR).\n`,
)
