import { afterAll, afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCommands } from './commands.ts'
import { page } from './site.ts'
import { writeFiles } from './write-files.ts'

setDefaultTimeout(60_000)

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-ingest-'))
})
afterEach(() => rm(folder, { recursive: true }))

const commands = openCommands()
afterAll(commands.close)

const write = (files: Record<string, string | null>) => writeFiles(join(folder, 'content'), files)

function ingest(...options: string[]) {
  const env = { CONTENT_DIR: join(folder, 'content'), DATA_DIR: join(folder, 'data') }
  return commands.run(['ingest', ...options], env)
}

test('dead links and missing pictures are warnings; with --strict, errors stop the ingest', async () => {
  const text = page({}, '[b](/docs/b)\n\n![](/none.png)')
  await write({ 'ru/docs/a.md': text, 'ru/docs/c.md': page({}) })
  const strict = await ingest('--strict')
  expect([strict.status, strict.stdout]).toEqual([
    1,
    expect.stringMatching(/^errors: 2, warnings: 0, nothing was changed/),
  ])
  expect(strict.stderr).toContain('ru/docs/a.md:6: error: The link /docs/b is dead: there is no such page')
  expect(strict.stderr).toContain('ru/docs/a.md:8: error: There is no picture /none.png')
  expect(existsSync(join(folder, 'data/content.db'))).toBe(false)

  const plain = await ingest()
  expect([plain.status, plain.stdout]).toEqual([0, expect.stringContaining('2 changed')])
  expect(plain.stdout).toContain('errors: 0, warnings: 2')
  expect(plain.stderr).toContain('ru/docs/a.md:6: warning: The link /docs/b is dead: there is no such page')
})

test('a strict ingest writes valid texts, and leaves the old ones when texts are invalid', async () => {
  await write({ 'ru/docs/a.md': page({}, '[b](/docs/b#one)'), 'ru/docs/b.md': page({}, '## One') })
  const good = await ingest('--strict')
  expect([good.status, good.stdout, good.stderr]).toEqual([0, expect.stringContaining('2 changed'), ''])
  await write({ 'ru/docs/b.md': page({}, '## Two') })
  const bad = await ingest('--strict')
  expect(bad.status).toBe(1)
  expect(bad.stderr.split('\n')[0]).toContain('ru/docs/a.md:6: error: The page /docs/b has no anchor "one"')
  await write({ 'ru/docs/b.md': page({}, '## One') })
  expect((await ingest()).stdout).toContain('0 changed, 0 removed, 2 unchanged, errors: 0')
})

test('a strict ingest knows redirects of this run and of earlier runs', async () => {
  const text = page({ title: 'B' })
  await write({ 'ru/docs/a.md': page({}, '[b](/docs/b)'), 'ru/docs/b.md': text })
  expect((await ingest('--strict')).status).toBe(0)
  await write({ 'ru/docs/b.md': null, 'ru/docs/c.md': text })
  const moved = 'ru/docs/a.md:6: warning: The link /docs/b leads to a page that has moved to /docs/c'
  const first = await ingest('--strict')
  expect([first.status, first.stderr]).toEqual([0, expect.stringContaining(moved)])
  const second = await ingest('--strict')
  expect([second.status, second.stderr]).toEqual([0, expect.stringContaining(moved)])
})

test('search results are explained for both languages after the report', async () => {
  await write({ 'ru/docs/a.md': page({ title: 'Просадка' }), 'en/docs/a.md': page({ title: 'Drawdown' }) })
  const { status, stdout } = await ingest('--explain', 'drawdown')
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^2 changed/)])
  expect(stdout).toContain('\nru: "drawdown"\n')
  expect(stdout).toMatch(/\nen: "drawdown"\n[\s\S]*\n1\. Drawdown {2}\/en\/docs\/a\n/)
  expect((await ingest('--explain')).status).toBe(2)
})

test('a hint shared by many problems is printed once', async () => {
  await write({ 'ru/docs/a.md': page({}, '::one\nA\n::\n\n::two\nB\n::'), 'ru/docs/b.md': page({}, '::three\nC\n::') })
  const { stderr } = await ingest()
  expect(stderr.match(/warning: Unknown block/g)).toHaveLength(3)
  expect(stderr.match(/→ Correct the name/g)).toHaveLength(1)
})

test('ingest --help explains the command and touches nothing', async () => {
  for (const option of ['--help', '-h']) {
    const { status, stdout, stderr } = await ingest(option)
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toStartWith('ingest: update content.db from the content folder\n')
  }
  expect(existsSync(join(folder, 'data/content.db'))).toBe(false)
})
