import { expect, spyOn, test } from 'bun:test'
import { cheapPasswords } from '../../../tests/password-cost.ts'
import type { HashReply, HashTask } from './hash.worker.ts'
import { createHashing, createPasswords, type HashWorker, widthFor } from './password.ts'

const task: HashTask = { kind: 'verify', password: 'корабль лампа 7', hash: '' }

/** Worker threads that answer only when the test lets them. */
function heldThreads() {
  const threads: HeldThread[] = []
  class HeldThread implements HashWorker {
    onmessage: HashWorker['onmessage'] = null
    onerror: HashWorker['onerror'] = null
    tasks = 0
    isHeld = false
    isEnded = false
    postMessage() {
      this.tasks++
    }
    ref() {
      this.isHeld = true
    }
    unref() {
      this.isHeld = false
    }
    terminate() {
      this.isEnded = true
    }
    answer(data: HashReply = { kind: 'verified', isRight: true }) {
      this.tasks--
      this.onmessage?.(new MessageEvent('message', { data }))
    }
    fail() {
      this.onerror?.(new ErrorEvent('error', { message: 'no memory' }))
    }
  }
  const start = () => {
    const thread = new HeldThread()
    threads.push(thread)
    return thread
  }
  return { threads, start, working: () => threads.map(({ tasks }) => tasks) }
}

test('hashing uses neither this thread nor the pool that compresses responses', async () => {
  const used = (['hash', 'verify', 'hashSync', 'verifySync'] as const).map((name) => spyOn(Bun.password, name))
  try {
    const passwords = createPasswords(cheapPasswords)
    const made = await passwords.hash(task.password)
    expect(made.status).toBe('hashed')
    const hash = made.status === 'hashed' ? made.hash : ''
    expect(await passwords.check(task.password, hash)).toEqual({ status: 'right', isOld: false })
    expect(await passwords.check('another', undefined)).toEqual({ status: 'wrong' })
    expect(used.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0, 0])
  } finally {
    for (const spy of used) spy.mockRestore()
  }
})

test('at most one hash per processor but one runs at once, and at least one', () => {
  expect([1, 2, 3, 4, 5, 64].map(widthFor)).toEqual([1, 1, 2, 3, 4, 4])
})

test('each thread runs one hash at a time and starts the next after answering', async () => {
  const { threads, start, working } = heldThreads()
  const hashing = createHashing({ width: 2, start })
  const answers = Array.from({ length: 5 }, () => hashing.run(task))
  expect(working()).toEqual([1, 1])
  threads[0]?.answer()
  expect(await answers[0]).toEqual({ kind: 'verified', isRight: true })
  await turn()
  expect(working()).toEqual([1, 1])
  for (const _ of answers) {
    for (const thread of threads) if (thread.tasks > 0) thread.answer()
    await turn()
  }
  await Promise.all(answers)
  expect(threads).toHaveLength(2)
  // A process without pending hashes may exit.
  expect(threads.map(({ isHeld }) => isHeld)).toEqual([false, false])
})

test('a hash is refused at once when 64 are running or waiting', async () => {
  const { threads, start } = heldThreads()
  const hashing = createHashing({ width: 1, start })
  const first = hashing.run(task)
  for (let waiting = 1; waiting < 64; waiting++) void hashing.run(task)
  expect(await hashing.run(task)).toBeUndefined()
  threads[0]?.answer()
  expect(await first).toBeDefined()
})

test('a flood refuses neither strangers nor known callers; strangers refuse nobody known', async () => {
  const { start } = heldThreads()
  const hashing = createHashing({ width: 1, maxPending: 8, start })
  const refused: string[] = []
  const run = (key: string, isKnown = false) =>
    void hashing.run(task, { key, isKnown }).then((answer) => answer ?? refused.push(key))
  for (let n = 0; n < 20; n++) run('flood')
  for (const key of ['a', 'b', 'c', 'd', 'e']) run(key)
  await turn()
  // One piece of the flood runs and two wait, beside five strangers.
  expect(refused).toEqual(Array(17).fill('flood'))
  for (const key of ['user', 'device']) run(key, true)
  await turn()
  expect(refused.slice(17)).toEqual(['flood', 'e'])
})

test('a malformed hash fails alone, and a crashed thread is replaced', async () => {
  const { threads, start } = heldThreads()
  const hashing = createHashing({ width: 1, start })
  const unread = hashing.run(task)
  threads[0]?.answer({ kind: 'failed', message: 'malformed' })
  await expect(unread).rejects.toThrow('malformed')
  await turn()
  const lost = hashing.run(task)
  threads[0]?.fail()
  await expect(lost).rejects.toThrow('no memory')
  expect(threads[0]?.isEnded).toBe(true)
  await turn()
  const next = hashing.run(task)
  threads[1]?.answer()
  expect(await next).toEqual({ kind: 'verified', isRight: true })
})

test('without a dummy hash, known and unknown accounts get the same answer', async () => {
  const passwords = createPasswords(cheapPasswords, { run: async () => undefined })
  expect(await passwords.check('a', undefined)).toEqual({ status: 'busy' })
  expect(await passwords.check('a', '$argon2id$')).toEqual({ status: 'busy' })
})

function turn(): Promise<void> {
  return new Promise(setImmediate)
}
