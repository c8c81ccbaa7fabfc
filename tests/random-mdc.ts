/**
 * Random documents of the content syntax, well-formed or nearly so. Every word in them is unique: `w1q` or `ж2ю` where
 * a reader must see it, `p3q` for a value, which stays in the tree but need not appear on the page.
 */
import fc from 'fast-check'
import {
  address,
  attributes,
  closingOf,
  cyrillic,
  htmlAttributes,
  latin,
  link,
  names,
  noise,
  number,
  plainText,
  tags,
  value,
  word,
} from './random-mdc-parts.ts'

const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    plainText,
    fc
      .tuple(fc.constantFrom('*', '**', '_', '~~', '`', '***', '``', '__'), tie('inline'))
      .map(([mark, text]) => mark + text + mark),
    fc
      .tuple(fc.constantFrom('*', '**', '`', '[', '![', '<b>', '{{', '\\', '~~', '[^', ':a['), tie('inline'))
      .map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom('', '!'), tie('inline'), link, attributes)
      .map(([bang, text, to, own]) => `${bang}[${text}](${to})${own}`),
    fc
      .tuple(tie('inline'), fc.constantFrom('[ref]', '[]', '', '[none]'), attributes)
      .map(([text, to, own]) => `[${text}]${to}${own}`),
    fc
      .tuple(
        address.filter((to) => /^[a-z]+:[^<>\s]*$/i.test(to)),
        word,
      )
      .map(([to, text]) => `<${to}${text}>`),
    fc
      .tuple(names, tie('inline'), attributes, fc.boolean())
      .map(([name, text, own, isFirst]) => (isFirst ? `:${name}${own}[${text}]` : ` :${name}[${text}]${own}`)),
    fc
      .tuple(tags, htmlAttributes, tie('inline'), fc.boolean())
      .map(([tag, own, text, isClosed]) => `<${tag}${own}>${text}${isClosed ? closingOf(tag) : ''}`),
    fc.constantFrom(
      `{{ $doc.${value} }}`,
      `{{ a || '${latin}' }}`,
      '{{ a + b }}',
      '[^1]',
      '[^слово]',
      '[^none]',
      ':tada:',
      `:kbd{value="${latin}"}`,
    ),
    fc.array(tie('inline'), { minLength: 2, maxLength: 3 }).map((parts) => parts.join(' ')),
    fc.array(tie('inline'), { minLength: 2, maxLength: 3 }).map((parts) => parts.join('\n')),
  ),
}))
const line = inline.map((text) => text.replaceAll('\n', ' '))

const indent = (by: string, text: string) => text.replace(/^(?=[^\n])/gm, by)
const colons = fc.integer({ min: 2, max: 6 }).map((count) => ':'.repeat(count))
const yaml = fc.constantFrom(
  ...[
    '',
    '',
    '',
    `---\na${number}: ${value}\n---\n`,
    `---\na${number}:\n  b: [${value}, 1]\n  c: { d: ${value} }\n---\n`,
    '---\n---\n',
  ],
  ...[
    `---\na${number}: "${value}\n---\n`,
    `---\na${number}: *${value}\n---\n`,
    `---\n- ${value}\n---\n`,
    `---\n? [${value}]\n: b\n---\n`,
    '---\n',
    `---\n${value}\n`,
  ],
  ...[
    '---\nonclick: x\nsrcdoc: "<b>"\n---\n',
    '---\nto: "javascript:x"\nhref: " vbscript:x"\na.b.href: javascript:x\n---\n',
    '---\n__proto__: x\nconstructor: y\n---\n',
  ],
)

const { blocks } = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    inline,
    fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
    fc.tuple(inline, fc.constantFrom('===', '---')).map((parts) => parts.join('\n')),
    fc
      .tuple(
        fc.constantFrom('- ', '1. ', '* [ ] ', '7) ', '+\t', '-     '),
        fc.array(tie('blocks'), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('\n', '\n\n'),
      )
      .map(([marker, items, between]) =>
        items.map((item) => marker + indent(' '.repeat(marker.trimEnd().length + 1), item).trimStart()).join(between),
      ),
    fc.tuple(fc.constantFrom('> ', '>', '> - '), tie('blocks')).map(([marker, text]) => indent(marker, text)),
    fc
      .tuple(
        fc.constantFrom('```', '~~~', '````'),
        fc.constantFrom('', `ts [${value}.ts] {1-2} ${value}`, `${value}`, 'html', '[a\\[b\\].ts]', '{1-9999999999}'),
        inline,
        fc.constantFrom(true, true, false),
      )
      .map(([fence, info, text, isClosed]) => `${fence}${info}\n${text}\n${isClosed ? fence : ''}`),
    fc
      .array(fc.array(line, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
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
      '[ref]: /b',
      '[none',
      `    ${latin}`,
      `\t${cyrillic}`,
    ),
    fc
      .tuple(fc.constantFrom('1', 'слово', 'x y', 'unused'), tie('blocks'))
      .map(([label, text]) => `[^${label}]: ${indent('    ', text).trimStart()}`),
    fc
      .tuple(tags, htmlAttributes, tie('blocks'), fc.constantFrom('\n\n', '\n', ''), fc.boolean())
      .map(([tag, own, text, gap, isClosed]) => `<${tag}${own}>${gap}${text}${gap}${isClosed ? closingOf(tag) : ''}`),
    fc
      .record({
        open: colons,
        close: fc.option(colons),
        isEven: fc.integer({ max: 9 }),
        name: names,
        label: fc.option(line),
        own: attributes,
        props: yaml,
      })
      .chain((head) =>
        fc.tuple(
          fc.constant(head),
          fc.option(tie('blocks')),
          tie('blocks'),
          fc.constantFrom('', '', '  ', '    ', '\t'),
        ),
      )
      .map(([{ open, close, isEven, name, label, own, props }, slot, body, by]) => {
        const head = `${open}${name}${label === null ? '' : `[${label}]`}${own}`
        const end = isEven > 2 ? open : (close ?? '')
        return indent(
          by,
          `${head}\n${props}${body}\n${slot === null ? '' : `#slot{onclick=x}\n${slot}\n#title\n${latin}\n`}${end}`,
        )
      }),
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n\n')),
}))

/** Replaces each placeholder with a numbered word. */
function numbered(text: string): string {
  let count = 0
  return text
    .replaceAll(latin, () => `w${++count}q`)
    .replaceAll(cyrillic, () => `ж${++count}ю`)
    .replaceAll(value, () => `p${++count}q`)
    .replaceAll(number, () => `${++count}`)
}

/** A document generated from the grammar. */
export const document = fc.array(blocks, { minLength: 1, maxLength: 3 }).map((parts) => numbered(parts.join('\n\n')))

/** Syntax fragments in random order, on few lines. */
export const soup = fc
  .array(
    fc.oneof(
      noise,
      attributes,
      htmlAttributes,
      link,
      names,
      tags.map((tag) => `<${tag}>`),
      fc.constantFrom(
        '\n',
        '\n\n',
        ' ',
        '    ',
        '\n::',
        ':::',
        '---',
        '<!--',
        '-->',
        '```',
        '\r',
        '\t',
        '\ud800',
        latin,
      ),
    ),
    { maxLength: 60 },
  )
  .map((parts) => numbered(parts.join('')))

/** Removes the constructs that may lose words, so that every remaining word must be in the tree. */
export function withoutLosses(source: string): string {
  // An image description is plain text without URLs and attributes. Scripts lose their attributes, styles are removed,
  // and YAML comments are dropped: whole comment lines and the ends of lines after `#`.
  const isYaml = /^[ \t]*:{2,}[^\n]*\n[ \t]*---[ \t]*$/m.test(source)
  const harmless = source.replaceAll('![', '[').replaceAll('<script', '<b').replaceAll('<style', '<b')
  if (!isYaml) return harmless
  return harmless.replace(/^[ \t]*(?:[->]|\d[.)])*[ \t]*#.*$/gm, '').replace(/([ \t])#/g, '$1')
}

export function wordsOf(source: string): string[] {
  return source.match(/[wp]\d+q|ж\d+ю/g) ?? []
}

/** Returns the words that a reader must see. */
export function shownWordsOf(source: string): string[] {
  return source.match(/w\d+q|ж\d+ю/g) ?? []
}
