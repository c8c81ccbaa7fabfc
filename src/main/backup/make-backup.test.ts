import { afterAll, expect, spyOn, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Gzip } from 'node:zlib'
import { list } from 'tar'
import { putMigrated } from '../../../tests/migrated.ts'
import { readConfig } from '../../config.ts'
import { makeBackup } from './make-backup.ts'

const home = await mkdtemp(join(tmpdir(), 'kurs-made-'))
afterAll(() => rm(home, { recursive: true, force: true }))

test('packs a backup off the main thread, so the server is not blocked', async () => {
  const [dataDir, file] = [join(home, 'data'), join(home, 'made.tar.gz')]
  await mkdir(dataDir)
  await putMigrated('app', dataDir)
  // Node's internal method that compresses synchronously on the calling thread
  const atOnce = spyOn(Object(Gzip.prototype), '_processChunk')
  try {
    expect(await makeBackup(readConfig({ DATA_DIR: dataDir }), file)).toMatchObject({
      status: 'made',
      files: ['app.db'],
    })
    expect(atOnce).not.toHaveBeenCalled()
  } finally {
    atOnce.mockRestore()
  }
  const names: string[] = []
  await list({ file, onReadEntry: ({ path }) => void names.push(path) })
  expect(names).toEqual(['kurs-backup.json', 'app.db'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(home)).sort()).toEqual(['data', 'made.tar.gz'])
})
