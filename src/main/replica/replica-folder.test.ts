import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { makeReplicaFolder } from './replica-folder.ts'

setDefaultTimeout(60_000)

test('a start removes copies of ended processes and keeps those of running ones', async () => {
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

/** Program that creates and removes folders in a loop; each folder must exist until the program removes it. */
const starts = `
  import { existsSync } from 'node:fs'
  import { join } from 'node:path'
  import { makeReplicaFolder } from ${JSON.stringify(join(import.meta.dir, 'replica-folder.ts'))}
  for (let round = 0; round < 200; round++) {
    const folder = makeReplicaFolder(process.argv[1])
    if (!existsSync(join(folder.path, 'lock'))) throw new Error('Somebody has removed it')
    folder.remove()
  }`

test("processes that start at the same moment do not remove each other's folders", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kurs-replicas-at-once-'))
  const children = Array.from({ length: 3 }, () =>
    Bun.spawn([process.execPath, '-e', starts, dataDir], { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' }),
  )
  const said = await Promise.all(children.map(({ stderr }) => new Response(stderr).text()))
  expect(said).toEqual(['', '', ''])
  expect(await readdir(dataDir)).toEqual([])
  await rm(dataDir, { recursive: true })
})
