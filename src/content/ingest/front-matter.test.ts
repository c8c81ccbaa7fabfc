import { expect, test } from 'bun:test'
import { readFrontMatter } from './front-matter.ts'

test('parsable but unusable YAML is a problem with its line, not an exception', () => {
  for (const [yaml, message] of [
    ['title: *News*', 'Unresolved alias'],
    ['title: News\n? [a]\n: b', 'A key must be plain text'],
    ['a: &a [x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b]', 'alias count'],
  ]) {
    expect(readFrontMatter(`---\n${yaml}\n---\n\nText`)).toMatchObject({
      status: 'broken',
      problems: [
        { line: expect.any(Number), message: expect.stringContaining(message ?? ''), hint: expect.any(String) },
      ],
    })
  }
  expect(readFrontMatter('---\ntitle: News\n? [a]\n: b\n---\n')).toMatchObject({ problems: [{ line: 3 }] })
})

test.each(['@sveltejs/kit', '{@html}', '{#if ...}', '`useFetch` and its "options"', '@a: b # c'])(
  'a title may begin with characters that YAML does not allow: %s',
  (title) => {
    for (const end of ['', ' ', '\r']) {
      expect(readFrontMatter(`---${end}\ntitle: ${title}${end}\ndraft: true\n---\nText`)).toMatchObject({
        frontMatter: { data: { title, draft: true }, content: 'Text' },
      })
    }
    expect(readFrontMatter(`---\ntitle: ${title}\ndraft: [\n---\n`)).toMatchObject({ status: 'broken' })
  },
)

test('front matter that is not a map is rejected, and empty front matter has no fields', () => {
  expect(readFrontMatter('---\n- a\n---\n')).toMatchObject({ status: 'broken' })
  expect(readFrontMatter('---\n---\nText')).toMatchObject({
    status: 'read',
    frontMatter: { data: {}, content: 'Text', contentLine: 3 },
  })
})
