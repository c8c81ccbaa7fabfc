import { existsSync } from 'node:fs'
import { symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BunPlugin } from 'bun'

const project = join(import.meta.dir, '..')
/** What tests start in processes of their own; paths are below the project. */
const programs = [
  'src/main.ts',
  'tests/bots-process.ts',
  'tests/command-process.ts',
  'tests/doubles/exchange-server.ts',
  'tests/market-process.ts',
  'tests/role-process.ts',
  'tests/sender-process.ts',
] as const

export type Program = (typeof programs)[number]

/** Of the programs that a run of all tests has bundled, below what it has prepared */
const programsIn = (prepared: string) => join(prepared, 'programs')

/**
 * Bundles the programs once for a run: reading a thousand sources is a third of the start of a server, and more than half
 * of a short process. Packages stay where they are.
 */
export async function bundlePrograms(prepared: string): Promise<void> {
  const outdir = programsIn(prepared)
  await Bun.build({
    entrypoints: programs.map((path) => join(project, path)),
    root: project,
    outdir,
    target: 'bun',
    splitting: true,
    packages: 'external',
    // As `bunfig.toml` has it for the sources
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: { development: false },
    plugins: [knowingTheirFolders],
  })
  await symlink(join(project, 'node_modules'), join(outdir, 'node_modules'))
}

/** Assets and workers are found beside the sources, from wherever a program starts. */
const knowingTheirFolders: BunPlugin = {
  name: 'knowing-their-folders',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, async ({ path }) => {
      const source = await Bun.file(path).text()
      const contents = source.replaceAll('import.meta.dir', JSON.stringify(dirname(path)))
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' }
    })
  },
}

/** @returns the path of a program to start: its bundle in a run of all tests, its source when a file is run by itself */
export function programOf(path: Program): string {
  const { PREPARED_SITE } = process.env
  const bundle = PREPARED_SITE && join(programsIn(PREPARED_SITE), path.replace(/ts$/, 'js'))
  return bundle && existsSync(bundle) ? bundle : join(project, path)
}
