import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type AstNode, isElement } from './ast.ts'
import { parseMdc } from './parse.ts'
import { isForbiddenTag, isSafeProp } from './safety.ts'

/** Documents per property. */
const runs = 500
/** Far more than they take: a machine may be busy. */
const timeoutMs = 60_000

const word = fc.nat({ max: 99_999 }).map((number) => `w${number}q`)
const plainText = fc
  .array(
    fc.oneof(
      word,
      fc.constantFrom('слово', 'ёж', '🚀', '—', 'e\u0301', 'a_b', '1.', '-', ':', '::', '{', '}', '[', '*', '`'),
    ),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  .map((words) => words.join(' '))

const attributes = fc.constantFrom(
  '',
  '{a="b"}',
  '{.c #d}',
  '{onclick="x()" a=1}',
  '{href="javascript:x"}',
  '{:to=\'"java\\nscript:x"\'}',
  '{srcdoc="<script>x</script>"}',
  '{flag',
  '{a="}',
  '{}',
)
const address = fc.constantFrom(
  '/a',
  'https://a/b?c=d&e',
  './1.a.md#b',
  'javascript:alert(1)',
  'JAVA&#10;SCRIPT:x',
  '<data:text/html,x>',
  'vbscript:x',
  '/слово',
)

const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    plainText,
    fc
      .tuple(fc.constantFrom('*', '**', '_', '~~', '`', '***', '``'), tie('inline'))
      .map(([mark, text]) => mark + text + mark),
    fc
      .tuple(fc.constantFrom('*', '**', '`', '[', '![', '<b>', '{{', '\\'), tie('inline'))
      .map(([mark, text]) => mark + text),
    fc.tuple(tie('inline'), address, attributes).map(([text, to, props]) => `[${text}](${to})${props}`),
    fc.tuple(tie('inline'), attributes).map(([text, props]) => `[${text}]${props}`),
    fc.tuple(word, address).map(([alt, to]) => `![${alt}](${to})`),
    fc
      .tuple(fc.constantFrom(':badge', ' :x-y', ':script', ':a:'), tie('inline'), attributes)
      .map(([name, text, props]) => `${name}[${text}]${props}`),
    fc
      .tuple(
        fc.constantFrom('b', 'span onclick="x"', 'a href="javascript:x"', 'script', 'iframe src="/x"', 'MyTag :a="1"'),
        tie('inline'),
      )
      .map(([tag, text]) => `<${tag}>${text}</${tag.split(' ')[0]}>`),
    fc.array(tie('inline'), { minLength: 2, maxLength: 3 }).map((parts) => parts.join(' ')),
    fc.array(tie('inline'), { minLength: 2, maxLength: 3 }).map((parts) => parts.join('\n')),
  ),
}))

const indent = (by: string, text: string) => text.replace(/^(?=.)/gm, by)
const colons = fc.integer({ min: 2, max: 5 }).map((count) => ':'.repeat(count))

const { block } = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    inline,
    fc
      .tuple(fc.integer({ min: 1, max: 6 }), inline)
      .map(([level, text]) => `${'#'.repeat(level)} ${text.replaceAll('\n', ' ')}`),
    fc.tuple(inline, fc.constantFrom('===', '---')).map(([text, line]) => `${text}\n${line}`),
    fc
      .tuple(fc.constantFrom('- ', '1. ', '* [ ] ', '7) '), fc.array(tie('blocks'), { minLength: 1, maxLength: 3 }))
      .map(([marker, items]) =>
        items.map((item) => marker + indent(' '.repeat(marker.length), item).trimStart()).join('\n'),
      ),
    fc.tuple(fc.constantFrom('> ', '>'), tie('blocks')).map(([marker, text]) => indent(marker, text)),
    fc
      .tuple(
        fc.constantFrom('```', '~~~', '````'),
        fc.constantFrom('', 'ts [a.ts] {1-2} m', 'html'),
        inline,
        fc.boolean(),
      )
      .map(([fence, info, text, isClosed]) => `${fence}${info}\n${text}\n${isClosed ? fence : ''}`),
    fc
      .array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
      .map((rows) => ['| a | b |', '|---|:-:|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n')),
    fc.constantFrom(
      '***',
      '---',
      '<!-- comment -->',
      '<!-- more -->',
      '<hr>',
      '::',
      ':::',
      '#slot',
      '[a]: /b',
      '    code',
    ),
    fc
      .tuple(fc.constantFrom('div', 'details open', 'script', 'style', 'svg onload=x'), tie('blocks'))
      .map(([tag, text]) => `<${tag}>\n\n${text}\n\n</${tag.split(' ')[0]}>`),
    fc
      .record({
        open: colons,
        close: fc.option(colons),
        isEven: fc.integer({ min: 0, max: 9 }),
        name: fc.constantFrom('note', 'tabs', 'Card', 'script', 'x-1'),
        label: fc.option(word),
        props: attributes,
        yaml: fc.constantFrom('', '---\na: b\nonclick: x\n---\n', '---\na: "b\n---\n', '---\n'),
        slot: fc.option(tie('blocks')),
        body: tie('blocks'),
        by: fc.constantFrom('', '', '  ', '    '),
      })
      .map(({ open, close, isEven, name, label, props, yaml, slot, body, by }) => {
        const head = `${open}${name}${label === null ? '' : `[${label}]`}${props}`
        const end = isEven > 2 ? open : (close ?? '')
        return indent(by, `${head}\n${yaml}${body}\n${slot === null ? '' : `#slot{onclick=x}\n${slot}\n`}${end}`)
      }),
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n\n')),
}))
const document = fc.array(block, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('\n\n'))

/** Pieces of syntax in no order. */
const soup = fc
  .array(
    fc.constantFrom(
      ...'* ** _ ~~ ` `` ``` ~~~ [ ] ( ) ![ < > <a </a> <!-- --> \\ a слово 🚀 \n \n\n : :: ::a :::b \n::\n #s # ## === --- > - 1. | |-| { } {{ }} {.c} {a=" " \' [^a] [^a]: [b]: /c javascript:x :c \t <script> </script> <div> onclick=x= &amp; &#x6a; http://a.b a@b.cd \r \0 \u2028 \ud800'.split(
        ' ',
      ),
      ' ',
      '    ',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

function* elementsIn(nodes: AstNode[]): Generator<Exclude<AstNode, string>> {
  for (const node of nodes) {
    if (!isElement(node)) continue
    yield node
    const [, , ...children] = node
    yield* elementsIn(children)
  }
}

function expectSafe(nodes: AstNode[]): void {
  for (const [tag, props, ...children] of elementsIn(nodes)) {
    if (tag === 'script') {
      expect([props, children.every((child) => typeof child === 'string')]).toEqual([{}, true])
      continue
    }
    expect(tag).toMatch(/^[a-z][a-z0-9-]*$/)
    if (tag !== 'template') expect(isForbiddenTag(tag)).toBe(false)
    for (const [name, value] of Object.entries(props)) {
      const isCode = tag === 'pre' && ['code', 'meta', 'filename', 'language', 'className'].includes(name)
      const isSlot = tag === 'template' && name.startsWith('v-slot:')
      if (!isCode && !isSlot) expect([name, isSafeProp(name, String(value))]).toEqual([name, true])
    }
  }
}

test(
  'no document makes the parser throw, or gives a tree that could run code',
  () => {
    fc.assert(
      fc.property(fc.oneof(document, soup), (source) => {
        const { body, problems } = parseMdc(source, { firstLine: 5 })
        expectSafe(body.value)
        expect(JSON.parse(JSON.stringify(body))).toEqual(body)
        const lines = source.split(/\r\n?|\n/).length
        for (const { line } of problems) expect(line >= 5 && line < 5 + lines).toBe(true)
      }),
      { numRuns: runs },
    )
  },
  timeoutMs,
)

test(
  'no document loses a word',
  () => {
    fc.assert(
      fc.property(document, (source) => {
        const kept = JSON.stringify(parseMdc(source).body.value)
        expect((source.match(/w\d+q/g) ?? []).filter((written) => !kept.includes(written))).toEqual([])
      }),
      { numRuns: runs },
    )
  },
  timeoutMs,
)

test(
  'what stands above a document changes nothing in it',
  () => {
    fc.assert(
      fc.property(document, (source) => {
        const { value } = parseMdc(`above\n\n${source}`).body
        expect(value).toEqual([['p', {}, 'above'], ...parseMdc(source).body.value])
      }),
      { numRuns: runs / 5 },
    )
  },
  timeoutMs,
)
