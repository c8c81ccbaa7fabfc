import { symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { BunPlugin } from 'bun'
import { sourceKey } from '../../browser/source-key.ts'
import { listWorkers, root } from '../binary/parts.ts'

/** Packages with native libraries, which the packages locate beside their JavaScript; they are not bundled */
const external = ['sharp', 'libsql', '@libsql/client', '@node-rs/argon2']

export interface SourceBundleOptions {
  /** Paths of the entry files below the project folder */
  entries: readonly string[]
  outdir: string
  /** Folder from which the programs will run; `outdir` unless they are moved */
  home?: string
}

/**
 * Bundles programs that run beside the sources, with their packages and all workers. Reading a thousand source files
 * takes half of a start.
 */
export async function bundleSources({ entries, outdir, home = outdir }: SourceBundleOptions): Promise<void> {
  const workers = (await listWorkers()).map((path) => relative(root, path))
  const files = JSON.stringify(join(home, 'src/'))
  const constants = {
    // Makes the source hash a constant: the bundle is valid for exactly these sources, and they need not be read again.
    'src/browser/source-key.ts': `export const sourceKey = () => ${JSON.stringify(sourceKey())}`,
    'src/jobs/start-worker.ts': `export const startWorker = (path) => new Worker(${files} + path.replace(/ts$/, 'js'))`,
  }
  await Bun.build({
    entrypoints: [...entries, ...workers].map((path) => join(root, path)),
    root,
    outdir,
    target: 'bun',
    splitting: true,
    external,
    // Same settings as in `bunfig.toml`
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: { development: false },
    // Does not minify identifiers, so that stack traces stay readable.
    minify: { syntax: true, whitespace: true },
    sourcemap: 'linked',
    plugins: [sourcesOf(constants)],
  })
  await symlink(join(root, 'node_modules'), join(outdir, 'node_modules'), 'junction')
}

/**
 * Keeps `import.meta.dir` of each source file, so that assets are found beside the sources. @param constants  modules
 * to replace, with their source code
 */
function sourcesOf(constants: Record<string, string>): BunPlugin {
  return {
    name: 'sources',
    setup(build) {
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
        const source = constants[relative(root, path)] ?? (await Bun.file(path).text())
        const contents = source.replaceAll('import.meta.dir', JSON.stringify(dirname(path)))
        return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
      })
    },
  }
}
