import { access, constants, statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { findContentVersion } from '../content/queries.ts'
import { checkReadiness } from '../ops/readiness.ts'
import { openDatabases } from './databases.ts'

/** Checks what a start needs and prints a line each; fails when something is wrong. */
export async function runDoctor(config: Config): Promise<number> {
  const databases = await openDatabases(config)
  const { app, contentReader: content, market } = databases
  const checks = await checkReadiness({
    databases: { app, content, market },
    contentVersion: () => findContentVersion(content),
  })
  await databases.close()
  const { bavail, bsize } = await statfs(config.dataDir)
  const freeMiB = Math.floor((bavail * bsize) / 1024 / 1024)
  const lines: [string, string][] = [
    [`data folder ${config.dataDir}`, await permission(config.dataDir, constants.R_OK | constants.W_OK)],
    [`content folder ${config.contentDir}`, await permission(config.contentDir, constants.R_OK)],
    ['free disk', freeMiB > 200 ? 'ok' : `only ${freeMiB} MiB left`],
    ...Object.entries(checks),
  ]
  for (const [what, state] of lines)
    process.stdout.write(`${state === 'ok' ? '✓' : '✗'} ${what}${state === 'ok' ? '' : `: ${state}`}\n`)
  return lines.every(([, state]) => state === 'ok') ? 0 : 1
}

async function permission(path: string, mode: number): Promise<string> {
  return access(path, mode).then(
    () => 'ok',
    () => 'missing or not accessible',
  )
}
