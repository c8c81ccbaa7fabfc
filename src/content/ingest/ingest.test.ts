import { Database } from 'bun:sqlite'
import { afterEach, expect, test } from 'bun:test'
import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { categories, createTestSite, page, type TestSite, type TestSiteOptions } from '../../../tests/site.ts'
import { formatProblems } from './problem-report.ts'

let sites: TestSite[] = []
afterEach(async () => {
  for (const site of sites) await site.close()
  sites = []
})

async function open(options: TestSiteOptions): Promise<TestSite> {
  const site = await createTestSite(options)
  sites.push(site)
  return site
}

test('only changed files are read again', async () => {
  const site = await open({ files: { 'ru/docs/a.md': page({}), 'ru/docs/b.md': page({}) } })
  const report = await site.edit({ 'ru/docs/a.md': page({}, 'Новый текст.') })
  expect(report).toMatchObject({ changed: ['ru/docs/a.md'], removed: [], unchanged: 1, problems: [] })
  expect(await site.ingest()).toMatchObject({ changed: [], unchanged: 2 })
})

test('removing a file removes its page and its search sections', async () => {
  const site = await open({ files: { 'ru/docs/a.md': page({ title: 'Уникальное' }), 'ru/docs/b.md': page({}) } })
  expect(await site.read(`/search?q=${encodeURIComponent('Уникальное')}`)).toContain('/docs/a')
  expect((await site.edit({ 'ru/docs/a.md': null })).removed).toEqual(['ru/docs/a.md'])
  expect((await site.get('/docs/a')).status).toBe(404)
  expect(await site.read(`/search?q=${encodeURIComponent('Уникальное')}`)).not.toContain('href="/docs/a"')
})

test('a renamed file moves its page', async () => {
  const site = await open({ files: { 'ru/docs/1.a.md': page({}) } })
  await site.edit({ 'ru/docs/1.a.md': null, 'ru/docs/2.a.md': page({}) })
  expect((await site.get('/docs/a')).status).toBe(200)
})

test('invalid front matter reports file, line and field, and the last good version stays', async () => {
  const site = await open({ files: { ...categories, 'ru/blog/news/a.md': page({ title: 'Цел', date: '2026-01-01' }) } })
  const broken = '---\ntitle: Сломан\ndescription: Есть.\ndate: вчера\n---\n\nТекст.\n'
  const { problems } = await site.edit({ 'ru/blog/news/a.md': broken })
  expect(problems).toMatchObject([{ file: 'ru/blog/news/a.md', line: 4, field: 'date', severity: 'error' }])
  expect(formatProblems(problems, 'content')).toMatch(
    /^content\/ru\/blog\/news\/a\.md:4: error: date: expected a date such as 2026-11-20, got "вчера"\n {2}→ /,
  )
  expect(await site.read('/blog/news/a')).toContain('Цел')
})

test.each([
  ['updated: not a date', 'updated'],
  ['redirect_from: 12', 'redirect_from'],
])('"%s" is an error of its file: the last good version stays', async (line, field) => {
  const site = await open({ files: { 'ru/docs/a.md': page({ title: 'Цел' }) } })
  const { problems } = await site.edit({
    'ru/docs/a.md': `---\ntitle: Сломан\ndescription: Есть.\n${line}\n---\n\nТекст.\n`,
  })
  expect(problems).toMatchObject([{ file: 'ru/docs/a.md', line: 4, field, severity: 'error' }])
  expect(await site.read('/docs/a')).toContain('Цел')
})

test('the last good version is shown even if it was stored without rendered HTML', async () => {
  const site = await open({ files: { 'ru/docs/a.md': page({ title: 'Цел' }, 'Был **раньше**.') } })
  using content = new Database(join(site.dataDir, 'content.db'))
  content.run('update content_files set prose = null, digest = ?', ['of before'])
  const { problems } = await site.edit({ 'ru/docs/a.md': '---\ntitle: Не цел\n' })
  expect(problems).toHaveLength(1)
  expect(await site.read('/docs/a')).toContain('Был <strong>раньше</strong>')
})

test('each kind of bad file gets its own message and does not stop the others', async () => {
  const site = await open({ files: { 'ru/docs/good.md': page({ title: 'Хорошая' }) } })
  const { problems } = await site.edit({
    'ru/docs/unclosed-yaml.md': '---\ntitle: A\n',
    'ru/docs/bad-yaml.md': '---\ntitle: "A\n---\nText.\n',
    'ru/docs/unclosed-block.md': page({}, 'Text.\n\n::note\nNever closed.'),
    'ru/docs/huge.md': page({}, 'x'.repeat(1024 * 1024)),
    'ru/docs/latin1.md': new Uint8Array([...new TextEncoder().encode('---\ntitle: A\n---\n\n'), 0xcf, 0xf0, 0xe8]),
    'ru/docs/a..b.md': page({}),
    'ru/docs/other.md': page({ title: 'Другая' }),
  })
  const messages = Object.fromEntries(problems.map(({ file, message, line }) => [file, `${line ?? ''} ${message}`]))
  expect(messages['ru/docs/unclosed-yaml.md']).toContain('1 The front matter is not closed')
  expect(messages['ru/docs/bad-yaml.md']).toMatch(/^\d /)
  expect(messages['ru/docs/unclosed-block.md']).toMatch(/^8 .*note/)
  expect(messages['ru/docs/huge.md']).toContain('the limit is 1 MiB')
  expect(messages['ru/docs/latin1.md']).toContain('5 The file is not UTF-8 text')
  expect(messages['ru/docs/a..b.md']).toContain('outside the content folder')
  const mild = problems.filter(({ severity, hint }) => severity === 'warning' || hint.length <= 10)
  expect(mild.map(({ file }) => file)).toEqual(['ru/docs/unclosed-block.md'])
  expect(await site.read('/docs/unclosed-block')).toMatch(/class="callout[^"]*".*Never closed\./s)
  expect((await site.get('/docs/good')).status).toBe(200)
  expect((await site.get('/docs/other')).status).toBe(200)
})

test('a symlink out of the content folder is refused', async () => {
  const site = await open({ files: { 'ru/docs/a.md': page({}) } })
  writeFileSync(join(site.dataDir, 'secret.md'), page({ title: 'Секрет' }))
  symlinkSync(join(site.dataDir, 'secret.md'), join(site.contentDir, 'ru/docs/leak.md'))
  const { problems } = await site.ingest()
  expect(problems).toMatchObject([{ file: 'ru/docs/leak.md', severity: 'error' }])
  expect((await site.get('/docs/leak')).status).toBe(404)
})

test('non-regular files are reported and do not block other texts', async () => {
  const site = await open({ files: { 'ru/docs/a.md': page({}), 'ru/docs/folder.md/b.md': page({}) } })
  symlinkSync(join(site.contentDir, 'ru/docs'), join(site.contentDir, 'ru/docs/link.md'))
  execFileSync('mkfifo', [join(site.contentDir, 'ru/docs/pipe.md')])
  const { problems } = await site.edit({ 'ru/docs/c.md': page({}) })
  expect(problems.map(({ file, message }) => [file, message])).toEqual([
    ['ru/docs/link.md', 'The file cannot be read: it is not a regular file'],
    ['ru/docs/pipe.md', 'The file cannot be read: it is not a regular file'],
  ])
  for (const path of ['/docs/a', '/docs/c', '/docs/folder.md/b']) expect((await site.get(path)).status).toBe(200)
})

test('files and folders that begin with a dot are not pages', async () => {
  const site = await open({
    files: {
      'ru/docs/a.md': page({}),
      'ru/docs/.b.md': page({}),
      'ru/docs/.trash/c.md': page({}),
      'ru/docs/1.f/.navigation.yml': 'title: F\n',
      'ru/docs/1.f/d.md': page({}),
    },
  })
  symlinkSync('somebody@host.1234', join(site.contentDir, 'ru/docs/.#a.md'))
  expect(await site.ingest()).toMatchObject({ unchanged: 3, problems: [] })
  expect(
    await Promise.all(['/docs/.b', '/docs/.trash/c', '/docs/f/d'].map(async (path) => (await site.get(path)).status)),
  ).toEqual([404, 404, 200])
})

test('the address of a picture may not leave the site', async () => {
  const site = await open({ files: categories })
  const files = {
    'ru/blog/news/a.md': page({ date: '2026-01-01', image: '/../secret.svg' }),
    'ru/blog/news/b.md': page({ date: '2026-01-01', image: '/100%/..' }),
  }
  const { problems } = await site.edit(files)
  expect(problems).toMatchObject([
    { file: 'ru/blog/news/a.md', field: 'image' },
    { file: 'ru/blog/news/b.md', field: 'image' },
  ])
  expect(await site.read('/blog/news/a')).not.toContain('secret')
})

test('a misspelled field gives a warning that names the intended field', async () => {
  const site = await open({ files: {} })
  const { problems, changed } = await site.edit({ 'ru/docs/a.md': page({ descripton: 'Опечатка' }) })
  expect(problems).toMatchObject([{ field: 'descripton', severity: 'warning', line: 4 }])
  expect(problems[0]?.message).toContain('"description"')
  expect(changed).toEqual(['ru/docs/a.md'])
})

test('two files cannot have the same address', async () => {
  const site = await open({ files: { 'ru/docs/1.a.md': page({ title: 'Первый' }) } })
  const { problems } = await site.edit({ 'ru/docs/2.a.md': page({ title: 'Второй' }) })
  expect(problems).toMatchObject([{ file: 'ru/docs/2.a.md', severity: 'error' }])
  expect(await site.read('/docs/a')).toContain('Первый')
})

test('an article needs a category that exists', async () => {
  const site = await open({ files: categories })
  const { problems } = await site.edit({ 'ru/blog/other/a.md': page({ date: '2026-01-01' }) })
  expect(problems).toMatchObject([{ field: 'category', message: 'There is no category "other"' }])
  expect(problems[0]?.hint).toContain('news')
})

test('a page with a future date appears when its day begins in Moscow', async () => {
  let now = Date.parse('2026-11-30T20:59:59Z')
  const files = { ...categories, 'ru/blog/news/a.md': page({ title: 'Завтра', date: '2026-12-01' }) }
  const site = await open({ files, now: () => now })
  expect((await site.get('/blog/news/a')).status).toBe(404)
  const report = await site.ingest()
  expect(report.nextPublicationAt).toBe(Date.parse('2026-11-30T21:00:00Z'))
  now += 1000
  await site.ingest()
  expect((await site.get('/blog/news/a')).status).toBe(200)
})

test('a page that becomes a draft disappears', async () => {
  const site = await open({ files: { 'ru/docs/a.md': page({ title: 'Есть' }) } })
  expect((await site.get('/docs/a')).status).toBe(200)
  await site.edit({ 'ru/docs/a.md': page({ title: 'Есть', draft: true }) })
  expect((await site.get('/docs/a')).status).toBe(404)
})

test('a hidden folder is not in the sidebar, but its pages exist', async () => {
  const site = await open({
    files: {
      'ru/docs/1.open/1.a.md': page({ title: 'Видна' }),
      'ru/docs/2.secret/1.b.md': page({ title: 'Скрыта' }),
      'ru/docs/2.secret/.navigation.yml': 'navigation: false\n',
    },
  })
  const sidebar = await site.read('/docs/open/a')
  expect(sidebar).not.toContain('/docs/secret')
  expect((await site.get('/docs/secret/b')).status).toBe(200)
})

test('numbered folders and pages are sorted by number', async () => {
  const site = await open({
    files: {
      'ru/docs/10.ten.md': page({ title: 'Десять' }),
      'ru/docs/2.two.md': page({ title: 'Два' }),
      'ru/docs/1.x.md': page({ title: 'Версия' }),
    },
  })
  const sidebar = await site.read('/docs/two')
  expect(sidebar.indexOf('/docs/two')).toBeLessThan(sidebar.indexOf('/docs/ten'))
  expect((await site.get('/docs/1.x')).status).toBe(200)
})

test('unknown blocks, unknown languages and missing pictures give warnings and are shown', async () => {
  const site = await open({ files: {} })
  const text = '::notee\nВнутри неё.\n::\n\n```klingon\nqapla\n```\n\n![Нет](/pictures/none.png)'
  const { problems, changed } = await site.edit({ 'ru/docs/a.md': page({}, text) })
  expect(problems.map(({ line, message, severity }) => `${severity} ${line}: ${message}`)).toEqual([
    'warning 6: Unknown block "notee"; only its content is shown',
    'warning 10: Unknown language "klingon"; the code is not highlighted',
    'warning 14: There is no picture /pictures/none.png',
  ])
  expect(changed).toEqual(['ru/docs/a.md'])
  expect(await site.read('/docs/a')).toContain('Внутри неё.')
})

test('front matter sets the depth of the table of contents or turns it off', async () => {
  const text = '## Второй\n\n### Третий\n\n#### Четвёртый'
  const front = (toc: string) => `---\ntitle: А\ndescription: Б.\n${toc}---\n\n${text}`
  const site = await open({
    files: {
      'ru/docs/a.md': front(''),
      'ru/docs/b.md': front('toc: { depth: 3, title: Здесь }\n'),
      'ru/docs/c.md': front('toc: false\n'),
      'ru/docs/d.md': front('toc: { depth: 9, searchDepth: 0 }\n'),
    },
  })
  const { rows } = await site.db.client.execute('select body from _content_docs_ru order by path')
  const contents = rows.map(({ body }) => JSON.parse(String(body)).toc)
  expect(JSON.stringify(contents[0])).not.toContain('Четвёртый')
  expect(contents[1]).toMatchObject({ title: 'Здесь', depth: 3 })
  expect(JSON.stringify(contents[1])).toContain('Четвёртый')
  expect(contents[2]).toBeUndefined()
  expect(contents[3]).toMatchObject({ depth: 5, searchDepth: 1 })
  const { problems } = await site.ingest()
  expect(problems.map(({ line, field, message, severity }) => `${severity} ${line} ${field}: ${message}`)).toEqual([
    'warning 4 toc.depth: expected 1 to 5, got 9; the nearest allowed value is used',
    'warning 4 toc.searchDepth: expected 1 to 6, got 0; the nearest allowed value is used',
  ])
})

test('the text above <!-- more --> is stored as the excerpt', async () => {
  const site = await open({ files: { 'ru/docs/a.md': page({}, 'Раньше.\n\n<!-- more -->\n\nПозже.') } })
  const { rows } = await site.db.client.execute('select meta from _content_docs_ru')
  expect(JSON.parse(String(rows[0]?.meta)).excerpt).toEqual({ type: 'minimal', value: [['p', {}, 'Раньше.']] })
})

test('folder settings are a row in the content protocol, not a page', async () => {
  const site = await open({
    files: { 'ru/docs/1.a/.navigation.yml': 'title: Папка\nicon: i-x\n', 'ru/docs/1.a/1.b.md': page({}) },
  })
  const { rows } = await site.db.client.execute(
    "select id, title, path, navigation, meta from _content_docs_ru where extension = 'yml'",
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    id: 'docs_ru/docs/1.a/.navigation.yml',
    title: 'Папка',
    path: '/docs/a/.navigation',
    navigation: 'true',
    meta: '{"icon":"i-x"}',
  })
  expect((await site.get('/docs/a/.navigation')).status).toBe(404)
  expect(await site.read('/sitemap.xml')).not.toContain('.navigation')
  await site.edit({ 'ru/docs/1.a/.navigation.yml': null })
  const after = await site.db.client.execute("select id from _content_docs_ru where extension = 'yml'")
  expect(after.rows).toEqual([])
})
