import { symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { BunPlugin } from 'bun'

const root = join(import.meta.dir, '../../..')

export interface SourceBundleOptions {
  /** Paths below the project */
  entries: readonly string[]
  outdir: string
  /** Packages that are loaded from `node_modules`; `all`: every package */
  external: readonly string[] | 'all'
  /** Modules to put in place of sources, by their paths below the project */
  constants?: Record<string, string>
}

/** Bundles programs that run beside the sources: reading a thousand sources is half of a start. */
export async function bundleSources({ entries, outdir, external, constants = {} }: SourceBundleOptions): Promise<void> {
  await Bun.build({
    entrypoints: entries.map((path) => join(root, path)),
    root,
    outdir,
    target: 'bun',
    splitting: true,
    ...(external === 'all' ? { packages: 'external' } : { external: [...external] }),
    // As `bunfig.toml` has it for the sources
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: { development: false },
    // Names stay as they are: stacks of errors are read by people.
    minify: { syntax: true, whitespace: true },
    sourcemap: 'linked',
    plugins: [sourcesOf(constants)],
  })
  await symlink(join(root, 'node_modules'), join(outdir, 'node_modules'), 'junction')
}

/** Assets and workers are found beside the sources, wherever a bundle lies. */
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
