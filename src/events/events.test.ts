import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createEvents, topic } from './events.ts'

const moved = topic('moved', z.object({ to: z.number() }))
const stopped = topic('stopped', z.object({}))

function createLog() {
  const errors: [unknown, unknown][] = []
  return { errors, error: (_: string, error: unknown, fields?: object) => void errors.push([error, fields]) }
}

test('every listener of a topic is called synchronously and in order, and no other', () => {
  const events = createEvents(createLog())
  const heard: string[] = []
  events.on(moved, ({ to }) => void heard.push(`first ${to}`))
  events.on(moved, ({ to }) => void heard.push(`second ${to}`))
  events.on(stopped, () => void heard.push('stopped'))
  events.emit(moved, { to: 1 })
  events.emit(moved, { to: 2 })
  expect(heard).toEqual(['first 1', 'second 1', 'first 2', 'second 2'])
})

test('a removed listener is not called again, even if its function listens elsewhere', () => {
  const events = createEvents(createLog())
  const heard: number[] = []
  const listener = ({ to }: { to: number }) => void heard.push(to)
  const stop = events.on(moved, listener)
  events.on(moved, listener)
  stop()
  stop()
  events.emit(moved, { to: 1 })
  expect(heard).toEqual([1])
})

test('a listener that throws or rejects is logged and does not affect the others', async () => {
  const log = createLog()
  const events = createEvents(log)
  const heard: number[] = []
  const [thrown, rejected] = [new Error('thrown'), new Error('rejected')]
  events.on(moved, () => {
    throw thrown
  })
  events.on(moved, async () => {
    throw rejected
  })
  events.on(moved, ({ to }) => void heard.push(to))
  events.emit(moved, { to: 1 })
  expect(heard).toEqual([1])
  while (log.errors.length < 2) await new Promise(setImmediate)
  expect(log.errors).toEqual([
    [thrown, { topic: 'moved' }],
    [rejected, { topic: 'moved' }],
  ])
})

test('a listener may be added or removed while an event is emitted', () => {
  const events = createEvents(createLog())
  const heard: string[] = []
  const stop = events.on(moved, () => {
    heard.push('once')
    stop()
    events.on(moved, () => void heard.push('later'))
  })
  events.on(moved, () => void heard.push('always'))
  events.emit(moved, { to: 1 })
  events.emit(moved, { to: 2 })
  expect(heard).toEqual(['once', 'always', 'always', 'later'])
})

test('topic names are unique across the product', () => {
  const src = join(import.meta.dir, '..')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /topics\.ts$/.test(path))
  const names = files.flatMap((path) => {
    return [...readFileSync(join(src, path), 'utf8').matchAll(/\btopic\(\s*'([^']+)'/g)].map(([, name]) => name)
  })
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  expect(names).toContain('content-version')
})
