import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { absoluteLinks } from './page-markdown.ts'

const address = 'https://kurs.test/docs/start/first'
const whole = (markdown: string) => absoluteLinks(markdown, address)

test.each([
  ['a link', '[Search](/docs/start/search)', '[Search](https://kurs.test/docs/start/search)'],
  ['a link with a title', '[Search](/search "Find")', '[Search](https://kurs.test/search "Find")'],
  ['a link in angle brackets', '[A](</a b>)', '[A](<https://kurs.test/a b>)'],
  ['a link with brackets', '[A](/a_(b)?c)', '[A](https://kurs.test/a_(b)?c)'],
  ['a place on the page', '[Below](#below)', '[Below](https://kurs.test/docs/start/first#below)'],
  ['a page beside it', '[Next](second)', '[Next](https://kurs.test/docs/start/second)'],
  ['a file beside it', '[Next](./2.second.md#part)', '[Next](https://kurs.test/docs/start/second#part)'],
  ['a file in another folder', '[Bots](../2.trading/6.bots.md)', '[Bots](https://kurs.test/docs/trading/bots)'],
  ['a picture', '![Chart](/pictures/chart.png)', '![Chart](https://kurs.test/pictures/chart.png)'],
  ['a picture in a link', '[![A](/a.png)](/b)', '[![A](https://kurs.test/a.png)](https://kurs.test/b)'],
  ['a link around code', '[`kurs`](/docs)', '[`kurs`](https://kurs.test/docs)'],
  ['a definition', '[one]: /docs "Title"', '[one]: https://kurs.test/docs "Title"'],
  ['a block’s property', '::card{title="A" to="/docs/a"}\n::', '::card{title="A" to="https://kurs.test/docs/a"}\n::'],
  [
    'a block’s YAML',
    '::card\n---\ntitle: A\nto: /docs/a\n---\nText.\n::',
    '::card\n---\ntitle: A\nto: https://kurs.test/docs/a\n---\nText.\n::',
  ],
  ['HTML', '<a href="/docs">', '<a href="https://kurs.test/docs">'],
  ['a link in a quote', '> [A](/a)', '> [A](https://kurs.test/a)'],
  ['a link after fenced code', '```\n[A](/a)\n```\n[A](/a)', '```\n[A](/a)\n```\n[A](https://kurs.test/a)'],
])('%s becomes absolute', (_, markdown, expected) => {
  expect(whole(markdown)).toBe(expected)
})

test.each([
  ['a whole address', '[A](https://example.com/a) <https://example.com> [B](mailto:a@example.com) [C](//example.com)'],
  ['code in a line', 'Write `[A](/a)`, ``[`B`](/b)`` or `` ` `` and [not a link]'],
  ['code over two lines', 'Write `[A](/a)\n[B](/b)` here'],
  ['fenced code', '```md [page.md]\n[A](/a)\n\n::card{to="/a"}\n```'],
  ['fenced code in a block', '::tabs\n  :::tabs-item\n  ```md\n  [A](/a)\n  ```\n  :::\n::'],
  ['fenced code in a quote', '> ```md\n> [A](/a)\n> ```'],
  ['unclosed code', '~~~\n[A](/a)'],
  ['a comment', '<!--\n[A](/a)\n-->'],
  ['a footnote', 'Text[^1]\n\n[^1]: /docs is an address'],
  ['a rule below an opening', '::note\n---\nto: /docs\n::'],
])('%s stays unchanged', (_, markdown) => {
  expect(whole(markdown)).toBe(markdown)
})

test('a lone backtick does not hide the links behind it', () => {
  expect(whole('A ` and\n\n[A](/a) \\`[B](/b)`')).toBe(
    'A ` and\n\n[A](https://kurs.test/a) \\`[B](https://kurs.test/b)`',
  )
})

const pieces = [
  '`',
  '``',
  '```\n',
  '~~~',
  '\n',
  '\r\n',
  '> ',
  '- ',
  '[',
  ']',
  '(',
  '{',
  '::card',
  '---\n',
  '\\',
  'word',
]

test('a text without links is returned unchanged', () => {
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (markdown) => {
      // Texts with `]:` are skipped, because `[word]:` at the start of a line is a link definition.
      fc.pre(!markdown.includes(']:'))
      expect(whole(markdown)).toBe(markdown)
    }),
    // A link title that is never closed is not a title.
    { examples: [['](```\n(']] },
  )
})

test('a second pass does not change absolute URLs', () => {
  const piece = fc.constantFrom(...pieces, '](/a)', ' to="/b"', '\n[x]: /c', '](./2.d.md#e)', '](#f)')
  const text = fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 60 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, (markdown) => {
      const once = whole(markdown)
      expect(whole(once)).toBe(once)
    }),
  )
})
