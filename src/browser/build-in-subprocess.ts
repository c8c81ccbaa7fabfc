import { join } from 'node:path'
import type { BuiltAssets } from './build.ts'

const root = join(import.meta.dir, '../..')

/**
 * Builds the assets in a separate process: modules loaded in this one would change the output files, and the bundler
 * would leave 70 MB in its memory. @throws Error of the bundler
 */
export async function buildInSubprocess(folder: string): Promise<BuiltAssets> {
  const command = [process.execPath, join(import.meta.dir, 'build-command.ts'), folder]
  const child = Bun.spawn(command, { cwd: root, stdout: 'pipe', stderr: 'pipe' })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`Asset build failed:\n${errors.trim()}`)
  return JSON.parse(output)
}
