import { join } from 'node:path'
import type { BuiltAssets } from './build.ts'

const root = join(import.meta.dir, '../..')

/**
 * Builds in a process of its own: what else a process has loaded, and where it was started, changes the files that the
 * bundler makes, and it keeps 70 MB for ever.
 * @throws Error with what the bundler says when the sources do not build
 */
export async function buildApart(folder: string): Promise<BuiltAssets> {
  const command = [process.execPath, join(import.meta.dir, 'build-command.ts'), folder]
  const child = Bun.spawn(command, { cwd: root, stdout: 'pipe', stderr: 'pipe' })
  const [said, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`The assets do not build:\n${complaint.trim()}`)
  return JSON.parse(said)
}
