import { join } from 'node:path'
import type { BuiltAssets } from './build.ts'

const root = join(import.meta.dir, '../..')

/** In its own process: what else is loaded changes the files, and 70 MB stay. @throws Error with the bundler's words */
export async function buildApart(folder: string): Promise<BuiltAssets> {
  const command = [process.execPath, join(import.meta.dir, 'build-command.ts'), folder]
  const child = Bun.spawn(command, { cwd: root, stdout: 'pipe', stderr: 'pipe' })
  const [said, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`The assets do not build:\n${complaint.trim()}`)
  return JSON.parse(said)
}
