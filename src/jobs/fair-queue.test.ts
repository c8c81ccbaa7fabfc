import { expect, test } from 'bun:test'
import { createFairQueue } from './fair-queue.ts'

/** Creates a queue whose work ends when the test says so, with a record of the work that was started. */
function workshop(width: number, maxPending: number) {
  const queue = createFairQueue({ width, maxPending })
  const started: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const run = (name: string) => {
    const end = Promise.withResolvers<string>()
    ends.set(name, end)
    return queue.run(name.slice(0, 1), () => {
      started.push(name)
      return end.promise
    })
  }
  const end = async (name: string) => {
    ends.get(name)?.resolve(name)
    await new Promise(setImmediate)
  }
  return { queue, started, ends, run, end }
}

test('keys take turns, regardless of arrival order and amount', async () => {
  const { started, run, end } = workshop(1, 100)
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void run(name)
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('the concurrency limit holds, and a failure frees a slot', async () => {
  const { started, ends, run, end } = workshop(2, 100)
  const failed = run('a1').catch((error: Error) => error.message)
  for (const name of ['b1', 'c1', 'd1']) void run(name)
  expect(started).toEqual(['a1', 'b1'])
  ends.get('a1')?.reject(new Error('no'))
  expect(await failed).toBe('no')
  await end('b1')
  expect(started).toEqual(['a1', 'b1', 'c1', 'd1'])
})

test('when the queue is full, the newest piece of the key with the most is refused', async () => {
  const { queue, started, run, end } = workshop(1, 4)
  const crowd = ['a1', 'a2', 'a3', 'a4', 'a5'].map(run)
  expect(await crowd[4]).toBeUndefined()
  const other = run('b1')
  expect(await crowd[3]).toBeUndefined()
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(await Promise.all([...crowd.slice(0, 3), other])).toEqual(['a1', 'a2', 'a3', 'b1'])
  await queue.idle()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('with isOnThread other events are handled between two pieces of work', async () => {
  const orderOf = async (isOnThread: boolean) => {
    const queue = createFairQueue({ width: 1, maxPending: 100, isOnThread })
    const order: string[] = []
    for (const name of ['first', 'second']) void queue.run('a', async () => void order.push(name))
    setImmediate(() => order.push('other'))
    await queue.idle()
    await new Promise(setImmediate)
    return order
  }
  expect(await orderOf(true)).toEqual(['first', 'other', 'second'])
  expect(await orderOf(false)).toEqual(['first', 'second', 'other'])
})
