import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundleSources } from '../src/main/server-build/bundle-sources.ts'

const project = join(import.meta.dir, '..')
/** Programs that tests start in separate processes; paths are relative to the project. */
const programs = [
  'src/main.ts',
  'tests/alerts-process.ts',
  'tests/bots-process.ts',
  'tests/command-process.ts',
  'tests/doubles/exchange-server.ts',
  'tests/market-process.ts',
  'tests/role-process.ts',
  'tests/sender-process.ts',
] as const

export type Program = (typeof programs)[number]

/** Folder of the programs bundled by a full test run, below the prepared folder */
const programsIn = (prepared: string) => join(prepared, 'programs')

/** Bundles the programs once per run, as a server bundles itself for its next start. */
export function bundlePrograms(prepared: string): Promise<void> {
  return bundleSources({ entries: programs, outdir: programsIn(prepared) })
}

/** @returns the path of a program to start: its bundle in a full test run, its source when a file runs alone */
export function programOf(path: Program): string {
  const { PREPARED_SITE } = process.env
  const bundle = PREPARED_SITE && join(programsIn(PREPARED_SITE), path.replace(/ts$/, 'js'))
  return bundle && existsSync(bundle) ? bundle : join(project, path)
}
