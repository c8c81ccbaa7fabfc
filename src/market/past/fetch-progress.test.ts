import { expect, test } from 'bun:test'
import { createProgress } from './fetch-progress.ts'

test('how much was fetched is logged when all is there for the first time, unless nothing was', () => {
  const said: object[] = []
  const log = { info: (_: string, fields = {}) => void said.push(fields) }
  createProgress(log).end()
  expect(said).toEqual([])
  const before = performance.now()
  const progress = createProgress(log)
  for (const minutes of [1, 2]) progress.add(minutes)
  progress.end()
  progress.add(4)
  progress.end()
  const [{ durationMs = Number.NaN } = {}] = said as { durationMs?: number }[]
  expect(said).toEqual([{ minutes: 3, durationMs }])
  expect(durationMs).toBeLessThanOrEqual(Math.ceil(performance.now() - before))
})
