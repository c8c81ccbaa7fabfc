import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundleSources } from '../src/main/server-build/bundle-sources.ts'

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

/** Bundles the programs once for a run, as a server keeps itself for its next start. */
export function bundlePrograms(prepared: string): Promise<void> {
  return bundleSources({ entries: programs, outdir: programsIn(prepared) })
}

/** @returns the path of a program to start: its bundle in a run of all tests, its source when a file is run by itself */
export function programOf(path: Program): string {
  const { PREPARED_SITE } = process.env
  const bundle = PREPARED_SITE && join(programsIn(PREPARED_SITE), path.replace(/ts$/, 'js'))
  return bundle && existsSync(bundle) ? bundle : join(project, path)
}
