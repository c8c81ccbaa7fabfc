import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import { createProgress } from './backfill.ts'

afterEach(() => mock.restore())

test('the fetched amount is logged when the queue is first empty, unless nothing was fetched', () => {
  const said: object[] = []
  const log = { info: (_: string, fields = {}) => void said.push(fields) }
  createProgress(log).end()
  expect(said).toEqual([])
  const clock = spyOn(performance, 'now').mockReturnValue(1000)
  const progress = createProgress(log)
  clock.mockReturnValue(3500.4)
  for (const minutes of [1, 2]) progress.add(minutes)
  progress.end()
  progress.add(4)
  progress.end()
  expect(said).toEqual([{ minutes: 3, durationMs: 2500 }])
})
