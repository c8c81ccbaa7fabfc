import { expect, test } from 'bun:test'
import { freeMemoryWhenIdle } from './free-memory.ts'

test('memory is given back once, when the thread is idle', async () => {
  const times = { now: 5000, worked: 900 }
  let look = async () => {}
  const done: string[] = []
  const every = (_ms: number, _name: string, run: () => Promise<void>) => {
    look = run
    return async () => void done.push('stopped')
  }
  freeMemoryWhenIdle(
    { every },
    () => ({ ...times }),
    () => done.push('given back'),
  )
  const pass = (ms: number, workedMs: number) => {
    times.now += ms
    times.worked += workedMs
    return look()
  }
  await pass(2000, 1500)
  await pass(2000, 200)
  expect(done).toEqual([])
  await pass(2000, 199)
  expect(done).toEqual(['given back', 'stopped'])
})
