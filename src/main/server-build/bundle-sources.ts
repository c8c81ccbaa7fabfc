import { symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { BunPlugin } from 'bun'
import { sourceKey } from '../../browser/source-key.ts'
import { listWorkers, root } from '../binary/parts.ts'

/** Packages with native libraries, which are found beside their JavaScript */
const external = ['sharp', 'libsql', '@libsql/client', '@node-rs/argon2']

export interface SourceBundleOptions {
  /** Paths below the project */
  entries: readonly string[]
  outdir: string
  /** Folder that programs will run from; `outdir` unless that is moved there */
  home?: string
}

/**
 * Bundles programs that run beside the sources, with their packages and all workers: reading a thousand sources is half
 * of a start.
 */
export async function bundleSources({ entries, outdir, home = outdir }: SourceBundleOptions): Promise<void> {
  const workers = (await listWorkers()).map((path) => relative(root, path))
  const files = JSON.stringify(join(home, 'src/'))
  const constants = {
    // The bundle is used for exactly these sources: it need not read them all to name the assets.
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
    // As `bunfig.toml` has it for the sources
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: { development: false },
    // Identifiers stay as they are: people read the stacks of errors.
    minify: { syntax: true, whitespace: true },
    sourcemap: 'linked',
    plugins: [sourcesOf(constants)],
  })
  await symlink(join(root, 'node_modules'), join(outdir, 'node_modules'), 'junction')
}

/** Assets are found beside the sources, wherever a bundle lies. @param constants  modules in place of sources */
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
