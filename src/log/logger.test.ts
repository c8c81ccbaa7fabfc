import { expect, test } from 'bun:test'
import { DrizzleQueryError } from 'drizzle-orm'
import { createLogger, type LogLevel } from './logger.ts'

function open(level: LogLevel) {
  const written: string[] = []
  const log = createLogger({ level, write: (lines) => void written.push(lines) })
  return { log, lines: () => written.join('').split('\n').filter(Boolean), writes: () => written.length }
}

test('lines are JSON objects with time, level and message', () => {
  const { log, lines } = open('info')
  log.info('привет', { port: 3000 })
  log.flush()
  const [line] = lines().map((text) => JSON.parse(text))
  expect(line).toMatchObject({ level: 'info', message: 'привет', port: 3000 })
  expect(Number.isNaN(Date.parse(line.time))).toBe(false)
})

test('lines below the level are not written', () => {
  const { log, lines } = open('warn')
  log.info('quiet')
  log.fromMemory('/', 200)
  log.warn('loud')
  log.flush()
  expect(lines().length).toBe(1)
})

test('many lines are written in few batches without loss', () => {
  const { log, lines, writes } = open('info')
  for (let n = 0; n < 5000; n++) log.info('request', { requestId: `id-${n}`, path: '/docs/"ы"' })
  log.flush()
  expect(lines().map((line) => JSON.parse(line).requestId)).toEqual(Array.from({ length: 5000 }, (_, n) => `id-${n}`))
  expect(writes()).toBeLessThan(20)
})

test('requests beyond a burst of 1,000 and 100 per second are only counted', () => {
  const written: string[] = []
  let time = 0
  const log = createLogger({ level: 'info', write: (lines) => void written.push(lines), now: () => time })
  const flushed = () => {
    log.flush()
    const lines = written.splice(0).join('').split('\n').filter(Boolean)
    return lines.map((line): { message: string; count?: number } => JSON.parse(line))
  }
  for (let n = 0; n < 1200; n++) log.request({ path: `/${n}` })
  for (let n = 0; n < 600; n++) log.fromMemory(`/docs/${n % 300}`, 200)
  const lines = flushed()
  expect(lines.filter(({ message }) => message === 'request')).toHaveLength(1000)
  expect(lines.slice(1000)).toMatchObject([{ message: 'requests not logged individually', count: 800 }])
  time += 1000
  for (let n = 0; n < 150; n++) log.request({ path: `/${n}` })
  expect(flushed()).toHaveLength(101)
  time += 10_000
  log.request({ path: '/' })
  expect(flushed()).toMatchObject([{ message: 'request' }])
})

test('answers from memory are counted by page and status', () => {
  const { log, lines } = open('info')
  for (const path of ['/docs', '/docs', '/blog']) log.fromMemory(path, 200)
  log.fromMemory('/docs', 304)
  log.flush()
  log.fromMemory('/docs', 200)
  log.flush()
  const counted = lines()
    .map((line) => JSON.parse(line))
    .map(({ path, status, count }) => [path, status, count])
  expect(counted).toEqual([
    ['/docs', 200, 2],
    ['/blog', 200, 1],
    ['/docs', 304, 1],
    ['/docs', 200, 1],
  ])
})

test('long values are truncated', () => {
  const { log, lines } = open('info')
  log.info('request', { path: `/${'x'.repeat(100_000)}` })
  log.error('failed '.repeat(10_000), new Error('y'.repeat(100_000)), { path: '/' })
  log.fromMemory('z'.repeat(100_000), 200)
  log.flush()
  expect(lines().map((line) => line.length < 10_000)).toEqual([true, true, true])
  expect(JSON.parse(lines()[0] ?? '').path).toBe(`/${'x'.repeat(499)}…`)
})

test('an error is written at once, with its cause', () => {
  const { log, lines } = open('error')
  log.error('failed', new Error('because'), { requestId: 'x' })
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ level: 'error', message: 'failed', requestId: 'x' })
  expect(lines()[0]).toContain('because')
})

test('a failed query is logged with its reason and without its values', () => {
  const { log, lines } = open('error')
  const reason = new Error('no such table: users', { cause: new Error('the file is gone') })
  log.error(
    'failed',
    new DrizzleQueryError(`select 1 from users where id = ?${' or id = 1'.repeat(900)}`, ['a\nsecret'], reason),
  )
  const { cause } = JSON.parse(lines()[0] ?? '')
  for (const said of ['Failed query: select 1', 'no such table: users', 'the file is gone'])
    expect(cause).toContain(said)
  expect(cause).not.toContain('secret')
})
