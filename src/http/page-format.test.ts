import { expect, test } from 'bun:test'
import { wantsMarkdown } from './page-format.ts'

const wants = (accept: string) => wantsMarkdown(new Request('https://kurs.test/docs', { headers: { accept } }))

test.each([
  'text/markdown',
  'TEXT/Markdown; charset=utf-8',
  'text/markdown, */*',
  'text/markdown;q=0.9, */*;q=0.9',
  'text/markdown, text/html, */*',
  'text/markdown, text/html;q=0.9',
  'text/html;q=0.8, text/markdown;q=0.9',
  'text/markdown;q=0.1',
  'text/plain, text/markdown;q=0.5',
  'text/html;q=0, text/markdown;q=0.1',
])('Markdown for %p', (accept) => {
  expect(wants(accept)).toBe(true)
})

test.each([
  '*/*',
  '',
  'text/*',
  'text/html',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html, text/markdown',
  'text/html, text/markdown;q=0.9',
  'text/markdown;q=0',
  'text/markdown;q=0, */*',
  'text/markdown;q=0.5, */*',
  'text/markdown;q=0.5, text/*;q=0.8',
  'text/markdown;q=x.y, text/html',
  'application/markdown+x',
])('HTML for %p', (accept) => {
  expect(wants(accept)).toBe(false)
})
