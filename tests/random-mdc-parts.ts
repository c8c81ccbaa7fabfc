/** The smallest parts of random documents: words, URLs, attributes, names. */
import fc from 'fast-check'

/** Characters that mark the places of words until the document is complete and its words can be numbered. */
export const latin = '\ue000'
export const cyrillic = '\ue001'
export const value = '\ue002'
export const number = '\ue003'

export const word = fc.constantFrom(latin, cyrillic)
export const noise = fc.constantFrom(
  ...'🚀 👩‍👩‍👧 — e\u0301 a_b 1. 2) - + : :: ::: { } {} [ ] ( ) * ** _ __ ~~ ` `` \\ \\* | > # < <a </b> & &amp; &#x41; &#0; ! !['.split(
    ' ',
  ),
  ...'{{ }} [^ [^1] :smile: :b a:b http:// www. a@b.cd // javascript: = == --- \u00a0 \u2028 \u200b \0'.split(' '),
)
const words = fc.array(fc.oneof({ weight: 2, arbitrary: word }, noise), { minLength: 1, maxLength: 5 })
export const plainText = words.map((parts) => parts.join(' '))

/** URLs: dangerous ones that must be removed, in spellings that browsers accept, and harmless ones that must stay. */
export const address = fc.constantFrom(
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:x',
    'java&#115;cript:x',
    '&#x6A;avascript:x',
    'javascript&colon;x',
    '%6aavascript:x',
  ],
  ...[
    '\\javascript:x',
    '<java\tscript:x>',
    '<\u0001javascript:x>',
    '<java\u00adscript:x>',
    '< javascript:x>',
    'javascript://a/%0ax',
  ],
  ...[
    'vbscript:x',
    'VBSCRIPT:x',
    'data:text/html,x',
    '<data:text/html;base64,PHNjcmlwdD4=>',
    'data:image/svg+xml,x',
    'data:,x',
  ],
  ...['blob:x', 'file:///x', 'view-source:x', 'feed:javascript:x', 'about:blank', '<javascript:\\nx>', 'jar:x!/y'],
  ...['/a', './1.a.md#b', '#c', '', '//evil.example', '/слово', `https://a.b/${value}?c=d&e`, `mailto:${value}@b.cd`],
)
export const link = fc.tuple(address, fc.constantFrom('', ` "${value}"`, ` '${value}'`)).map((parts) => parts.join(''))

const property = `a${number}="${value}"`
export const attributes = fc.constantFrom(
  ...[
    '',
    '',
    '{}',
    `{${property}}`,
    `{.c #d ${property} flag}`,
    `{:a${number}='{"b": "${value}"}'}`,
    `{a${number}=${value}}`,
  ],
  ...[
    '{onclick="x()"}',
    '{onClick=x}',
    "{:onclick='x()'}",
    '{@click="x"}',
    '{v-on:click="x"}',
    '{v-html="x"}',
    '{is="x"}',
  ],
  ...[
    '{href="javascript:x"}',
    '{:to=\'"java\\nscript:x"\'}',
    '{srcdoc="<script>x</script>"}',
    '{formaction="javascript:x"}',
  ],
  ...[
    '{style="background:url(javascript:x)"}',
    "{:innerHTML='x'}",
    '{:a=\'{"onclick":"x","href":"javascript:x"}\'}',
    '{xlink:href=javascript:x}',
  ],
  ...['{flag', '{a="}', '{a=\'b"}', '{a=}', '{=b}', '{ .a .b', '{#a{.b}}'],
)
export const htmlAttributes = fc.constantFrom(
  ...[
    '',
    '',
    ` title="${value}"`,
    ' class=a id=b',
    ' onclick="x()"',
    ' ONERROR=x',
    ' onload = "x"',
    '/onclick=x',
    ' style="a:b"',
  ],
  ...[
    ' href="javascript:x"',
    ' href=java&#115;cript:x',
    " src='data:text/html,x'",
    ' srcdoc="<script>x</script>"',
    ' formaction=javascript:x',
  ],
  ...[
    ' href="jav\nascript:x"',
    ' xlink:href="javascript:x"',
    ' srcset="javascript:x 1x"',
    ' action=vbscript:x',
    ' :href="javascript:x"',
  ],
  ...[' a="', " b='", ' c=', ' "d"', ' <e'],
)
/** Names of components, of elements, unknown names and forbidden names. */
export const names = fc.constantFrom(
  ...'note tip warning caution callout card card-group tabs tabs-item accordion accordion-item steps field-group field'.split(
    ' ',
  ),
  ...'code-group code-preview code-tree code-collapse collapsible badge kbd icon prose-note Card UButton unknown x-1'.split(
    ' ',
  ),
  ...'script style iframe svg math object embed base link meta form template noscript a p pre code table li div img'.split(
    ' ',
  ),
  ...'h2 ul constructor video summary details binding'.split(' '),
)
export const tags = fc.constantFrom(
  ...'b i span a img br hr kbd code details summary div p ul li table tr td h2 script style iframe svg math object embed base'.split(
    ' ',
  ),
  ...'link meta form button input select textarea title template noscript plaintext xmp portal video source MyTag a-b slot'.split(
    ' ',
  ),
  ...[
    'math><mtext',
    'svg><script',
    'svg><foreignObject',
    'svg><a',
    'svg/onload=x',
    'table><caption',
    'p><div',
    'form><math><mtext',
  ],
)
export const closingOf = (tag: string) => `</${tag.split(/[>/]/)[0]}>`
