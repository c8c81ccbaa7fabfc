import { expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { makeReplicaFolder } from './replica-folder.ts'

test('a start removes copies of processes that have ended, and none of one that runs, whatever its number', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kurs-replicas-'))
  const left = join(dataDir, `replica-${crypto.randomUUID()}`)
  await mkdir(left)
  await writeFile(join(left, 'app.db'), '')
  const running = makeReplicaFolder(dataDir)
  await writeFile(join(running.path, 'app.db'), '')
  const other = makeReplicaFolder(dataDir)
  expect((await readdir(dataDir)).sort()).toEqual([basename(running.path), basename(other.path)].sort())
  expect(await readdir(running.path)).toContain('app.db')
  running.remove()
  other.remove()
  expect(await readdir(dataDir)).toEqual([])
  await rm(dataDir, { recursive: true })
})
