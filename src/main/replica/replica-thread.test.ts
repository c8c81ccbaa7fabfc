import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReplicaThread } from './replica-thread.ts'

setDefaultTimeout(60_000)

test('after close no thread is started again, which would keep the process alive', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kurs-replica-thread-'))
  const thread = createReplicaThread({ path: join(folder, 'app.db'), url: 'http://127.0.0.1:1' })
  expect((await thread.sync()).failure).not.toBe('Closed')
  await thread.close()
  expect(await thread.sync()).toEqual({ failure: 'Closed' })
  await rm(folder, { recursive: true, force: true })
})
