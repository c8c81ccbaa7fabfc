import { expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { runsOf } from '../../../tests/property-runs.ts'
import { isWebAddress } from './kind.ts'
import { parseMessageHtml } from './parse-message-html.ts'

function parse(source: string): unknown {
  const parsed = parseMessageHtml(source)
  return parsed.status === 'parsed' ? { text: parsed.text, entities: parsed.entities } : parsed.message
}

test('tags become entities of the text without them, in UTF-16 code units', () => {
  expect(parse('Курс <b>🚀 up <i>now</i></b>!')).toEqual({
    text: 'Курс 🚀 up now!',
    entities: [
      { type: 'bold', offset: 5, length: 9 },
      { type: 'italic', offset: 11, length: 3 },
    ],
  })
  const tags = {
    bold: ['<b>', '<strong>', '<B>'],
    italic: ['<i>', '<em>'],
    underline: ['<u>', '<ins>'],
    strikethrough: ['<s>', '<strike>', '<del>'],
    spoiler: ['<tg-spoiler>', '<span class="tg-spoiler">'],
    code: ['<code>'],
    pre: ['<pre>'],
    blockquote: ['<blockquote>'],
    expandable_blockquote: ['<blockquote expandable>'],
  }
  for (const [type, starts] of Object.entries(tags)) {
    for (const start of starts)
      expect(parse(`${start}x</>`)).toEqual({ text: 'x', entities: [{ type, offset: 0, length: 1 }] })
  }
})

test('links get a scheme; an invalid link becomes plain text', () => {
  const link = (url: string) => ({ text: 'here', entities: [{ type: 'text_link', offset: 0, length: 4, url }] })
  expect(parse('<a href="https://kurs.example/?a=1&amp;b=2">here</a>')).toEqual(link('https://kurs.example/?a=1&b=2'))
  expect(parse("<a href='kurs.example'>here</a>")).toEqual(link('http://kurs.example/'))
  expect(parse('<a href="tg://user?id=1">here</a>')).toEqual(link('tg://user?id=1'))
  expect(parse('<a href="javascript:alert(1)">here</a>')).toEqual({ text: 'here', entities: [] })
  expect(parse('<a>here</a>')).toEqual({ text: 'here', entities: [] })
})

test('a block with a language is one entity, whichever tag is outside', () => {
  const block = { text: 'x := 1', entities: [{ type: 'pre', offset: 0, length: 6, language: 'go' }] }
  expect(parse('<pre><code class="language-go">x := 1</code></pre>')).toEqual(block)
  expect(parse('<code class="language-go"><pre>x := 1</pre></code>')).toEqual(block)
  expect(parse('<code class="language-go">x := 1</code>')).toEqual({
    text: 'x := 1',
    entities: [{ type: 'code', offset: 0, length: 6 }],
  })
})

test('four names and numbers are references; any other ampersand is literal', () => {
  expect(parse('&lt;b&gt; &amp;&quot; &#1050; &#x1F680; &nbsp; &copy &lt')).toEqual({
    text: '<b> &" К 🚀 &nbsp; &copy <',
    entities: [],
  })
})

test('errors have the words of the server, with the byte offset', () => {
  const complaints: Record<string, string> = {
    'Курс <h1>x</h1>': 'Unsupported start tag "h1" at byte offset 9',
    'a < b': 'Unsupported start tag "" at byte offset 2',
    'a <b': 'Unclosed start tag at byte offset 2',
    '<a href="x>y</a>': 'Unclosed start tag at byte offset 0',
    '<a href=x/y>y</a>': 'Unexpected end of name token at byte offset 8',
    '<a =x>y</a>': 'Empty attribute name in the tag "a" at byte offset 0',
    '<span>x</span>': 'Tag "span" must have class "tg-spoiler" at byte offset 0',
    '<b>x</i>': 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"',
    'x</b>': 'Unexpected end tag at byte offset 1',
    '<b>x</b': 'Unclosed end tag at byte offset 4',
    '<b><i>x</i>': 'Can\'t find end tag corresponding to start tag "b"',
    '<tg-emoji emoji-id="x">🙂</tg-emoji>': 'Invalid custom emoji identifier specified',
    '&#xD83D;':
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
  }
  for (const [source, message] of Object.entries(complaints)) expect([source, parse(source)]).toEqual([source, message])
})

test('nested tags are read once: copied and counted characters stay proportional to the text', () => {
  const nested = ['<b>', '<b>x', '<a>x.', '<pre>', '<blockquote>x'].map((start) => {
    const name = /\w+/.exec(start)?.[0]
    return start.repeat(2000) + `</${name}>`.repeat(2000)
  })
  for (const source of [...nested, '<b>'.repeat(6000)]) {
    let [copied, encoded] = [0, 0]
    const { slice } = String.prototype
    const { encode } = TextEncoder.prototype
    const slicing = spyOn(String.prototype, 'slice').mockImplementation(function (this: string, ...range) {
      const part = slice.apply(this, range)
      copied += part.length
      return part
    })
    const encoding = spyOn(TextEncoder.prototype, 'encode').mockImplementation(function (this: TextEncoder, text = '') {
      encoded += text.length
      return encode.call(this, text)
    })
    parseMessageHtml(source)
    slicing.mockRestore()
    encoding.mockRestore()
    expect(encoded).toBe(0)
    expect(copied).toBeLessThan(source.length * 60)
  }
})

test('any input is parsed: entities lie within the text, and escaped text is unchanged', () => {
  const piece = fc.constantFrom(
    '<b>',
    '</b>',
    '<a href="',
    '">',
    '</a>',
    '&lt;',
    '&#',
    ';',
    '<code class=language-',
    '</',
    '>',
    '🚀',
    'я',
    ' ',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 20 }),
      (pieces) => {
        const parsed = parseMessageHtml(pieces.join(''))
        if (parsed.status === 'invalid') return expect(parsed.index).toBeLessThanOrEqual(pieces.join('').length)
        for (const { offset, length } of parsed.entities) {
          expect(length).toBeGreaterThan(0)
          expect(offset + length).toBeLessThanOrEqual(parsed.text.length)
        }
        const escaped = parsed.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
        expect(parseMessageHtml(escaped)).toEqual({ status: 'parsed', text: parsed.text, entities: [] })
      },
    ),
    { numRuns: runsOf(1000) },
  )
})

test('a web address needs whole labels, and four numbers in an IPv4 address', () => {
  const accepted = [
    'http://kurs.example',
    'https://a:b@kurs.example:8/x',
    'http://127.0.0.1/',
    'https://kurs.example./',
  ]
  const refused = ['http://1', 'http://1.2', 'http://0x7f.1', 'http://a..b', 'http://.ru', 'http://a.']
  expect([...accepted, ...refused].filter(isWebAddress)).toEqual(accepted)
})
