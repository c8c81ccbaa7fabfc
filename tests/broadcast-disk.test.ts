import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareDelivered } from './delivered.ts'
import { startTelegram } from './doubles/telegram.ts'
import { addBroadcast, addSubscribers, countsOf, openOutbox } from './outbox.ts'
import { programOf } from './programs.ts'
import { canMount, command, fillDisk } from './small-disk.ts'
import { until } from './until.ts'

setDefaultTimeout(180_000)

/* Size of the disk: the log of a database grows to 32 MB before its space is reused, so a smaller disk would stay
   full without a filler file. */
const disk = ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs']

test.skipIf(!canMount())(
  'a full disk and a dead sender mid-broadcast: after recovery no message is doubled or lost',
  async () => {
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'kurs-broadcast-disk-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    expect(command(['mount', ...disk, folder])).toBe(true)
    stack.defer(() => void command(['umount', '-l', folder]))
    const file = join(folder, 'app.db')
    const db = await openOutbox(`file:${file}`)
    stack.defer(db.close)
    const telegram = startTelegram({ perSecond: 130, perChat: 20 })
    stack.defer(telegram.close)
    const said: string[] = []
    const start = async () => {
      const script = programOf('tests/sender-process.ts')
      const words = [process.execPath, script, file, telegram.root, telegram.token, '100']
      const child = Bun.spawn(words, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
      const at = said.push('') - 1
      const write = (bytes: Uint8Array) => {
        said[at] += decode(bytes)
      }
      const reading = child.stderr.pipeTo(new WritableStream({ write }))
      stack.defer(async () => {
        child.kill('SIGKILL')
        await reading
      })
      // Waits until the process prints `started`
      await child.stdout.getReader().read()
      return child
    }
    const [first] = await Promise.all([start(), start()])
    const filler = join(folder, 'filler')
    // Lets Telegram answer nothing while the disk is being filled, so that sending cannot finish before the disk is
    // full.
    telegram.faults.always = (send) => {
      if (send === 50) fillDisk(filler)
      return undefined
    }
    const many = 800
    await addSubscribers(db, many)
    const id = await addBroadcast(db)
    await until(() => said.every((words) => /cannot be written: the disk (is full|fails)/.test(words)))
    first.kill('SIGKILL')
    await first.exited
    expect(telegram.delivered.length).toBeLessThan(many)
    await rm(filler)

    await until(async () => (await countsOf(db, id)).state === 'finished')
    expect((await compareDelivered(db, telegram, { id })).total).toBe(many)
    const { sent, unknown } = await countsOf(db, id)
    expect(sent + unknown).toBe(many)
  },
)

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
