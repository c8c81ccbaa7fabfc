import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inherited, sourceMain } from '../../../tests/workplace.ts'
import { versionText } from '../binary/version.ts'
import { findServerBuild, serverBuildsFolder, sourceStamp } from './find-server-build.ts'

const DATA_DIR = await mkdtemp(join(tmpdir(), 'kurs-server-build-'))
afterAll(() => rm(DATA_DIR, { recursive: true, force: true }))

async function run(...command: string[]): Promise<string> {
  const child = Bun.spawn([process.execPath, ...command], { env: { ...inherited(), DATA_DIR }, stdout: 'pipe' })
  return new Response(child.stdout).text()
}

test('commands run from a valid cached bundle, otherwise from the sources', async () => {
  const folder = serverBuildsFolder({ DATA_DIR })
  await run(join(import.meta.dir, 'build-server.ts'), folder)
  const stamp = sourceStamp()
  const entry = findServerBuild(folder, stamp)?.entry ?? ''
  expect(findServerBuild(folder, 'another stamp')).toBeUndefined()
  const version = `${versionText(undefined)}\n`
  expect(await run(sourceMain, 'version')).toBe(version)

  await writeFile(entry, 'a file that was cut off {')
  expect(findServerBuild(folder, stamp)).toBeUndefined()
  expect(await run(sourceMain, 'version')).toBe(version)

  await writeFile(entry, `export const start = async () => console.log('from the bundle')`)
  await writeFile(join(folder, stamp, 'build.json'), JSON.stringify({ entry: 'src/main/start.js', sizes: {} }))
  expect(await run(sourceMain, 'version')).toBe('from the bundle\n')
})
