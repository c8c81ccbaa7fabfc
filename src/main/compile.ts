import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { BunPlugin } from 'bun'
import { buildAssets } from '../browser/build.ts'

const root = join(import.meta.dir, '../..')
const publicDir = join(root, 'public')
const outfile = join(root, 'dist/kurs')
const entry = join(root, 'dist/entry.ts')

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

async function writeEntry(assets: unknown): Promise<void> {
  const files = (await readdir(publicDir, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile())
    .map((file) => relative(publicDir, join(file.parentPath, file.name)))
  const imports = files.map((file, at) => `import f${at} from '../public/${file}' with { type: 'file' }`)
  const entries = files.map((file, at) => `['/${file}', f${at}]`)
  const source = `${imports.join('\n')}
import { start } from '../src/main/start.ts'
import { embeddedBundle } from '../src/main/embedded-bundle.ts'
await start(embeddedBundle(${JSON.stringify(assets)}, [${entries.join(', ')}]))
`
  await Bun.write(entry, source)
}

await mkdir(join(root, 'dist'), { recursive: true })
await writeEntry(await buildAssets(join(publicDir, 'assets')))
await Bun.build({
  entrypoints: [entry],
  compile: { outfile },
  target: 'bun',
  minify: { syntax: true, whitespace: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  // A native library of its own; without it pages show the original pictures.
  external: ['sharp'],
  plugins: [staticLibsql],
})
await rm(entry)
const megabytes = (Bun.file(outfile).size / 1024 / 1024).toFixed(0)
process.stdout.write(
  `${relative(root, outfile)}: ${megabytes} MB. It needs a content folder beside it (CONTENT_DIR).\n`,
)
