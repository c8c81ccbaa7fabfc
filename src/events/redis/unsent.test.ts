import { expect, test } from 'bun:test'
import { createUnsent } from './open-redis.ts'

const silent = { onFull: () => {}, onDrained: () => {} }

test('a message that failed stays in front of later ones', async () => {
  const unsent = createUnsent(silent)
  for (const message of ['1', '2', '3']) unsent.add(message)
  const kept: string[] = []
  const keep = async (message: string) => {
    if (message === '2' && !kept.includes('again')) throw new Error('lost')
    kept.push(message)
  }
  await expect(unsent.send(keep)).rejects.toThrow('lost')
  kept.push('again')
  unsent.add('4')
  await unsent.send(keep)
  expect(kept).toEqual(['1', 'again', '2', '3', '4'])
  expect(unsent.isEmpty()).toBe(true)
})

test('at most 8 MiB wait; the oldest messages are dropped', async () => {
  const unsent = createUnsent(silent)
  for (let at = 0; at < 10; at++) unsent.add(`${at}`.repeat(1 << 20))
  const kept: string[] = []
  await unsent.send(async (message) => void kept.push(message[0] ?? ''))
  expect(kept).toEqual(['2', '3', '4', '5', '6', '7', '8', '9'])
})

test('an outage reports once that messages are dropped, and at its end how many', async () => {
  const reports: (string | number)[] = []
  const unsent = createUnsent({
    onFull: () => void reports.push('full'),
    onDrained: (dropped) => void reports.push(dropped),
  })
  const fill = (count: number) => {
    for (let at = 0; at < count; at++) unsent.add('x'.repeat(1 << 20))
  }
  fill(10)
  expect(reports).toEqual(['full'])
  await expect(unsent.send(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  fill(1)
  expect(reports).toEqual(['full'])
  await unsent.send(async () => {})
  expect(reports).toEqual(['full', 3])
  fill(8)
  await unsent.send(async () => {})
  expect(reports).toEqual(['full', 3])
  fill(9)
  await unsent.send(async () => {})
  expect(reports).toEqual(['full', 3, 'full', 1])
})
