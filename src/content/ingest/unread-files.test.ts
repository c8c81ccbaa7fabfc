import { expect, test } from 'bun:test'
import { createTestSite, page } from '../../../tests/site.ts'
import { unreadFiles } from './cross-file-problems.ts'

test('texts that are not Markdown are reported once, with counts by extension', () => {
  const files = [
    'en/docs/b.rst',
    'en/docs/a.HTML',
    'ru/blog/x/c.html',
    'en/docs/d.md',
    'en/docs/e.mdx',
    'en/docs/f.json',
  ]
  expect(unreadFiles([...files, 'en/docs/.hidden/g.html', 'en/notes/h.txt'])).toMatchObject([
    {
      file: 'en/docs/a.HTML',
      message: '3 files are ignored because they are not Markdown (.rst 1, .html 2)',
      severity: 'warning',
    },
  ])
  expect(unreadFiles(['en/docs/d.md'])).toEqual([])
})

test('every run over all texts reports them', async () => {
  const site = await createTestSite({ files: { 'en/docs/a.md': page({}), 'en/docs/b.rst': 'B' } })
  const expected = [expect.objectContaining({ file: 'en/docs/b.rst' })]
  expect((await site.ingest()).problems).toEqual(expected)
  expect((await site.edit({ 'en/docs/a.md': page({ title: 'Other' }) })).problems).toEqual(expected)
  await site.close()
})
