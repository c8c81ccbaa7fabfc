import { expect, test } from 'bun:test'
import { createHighlighter } from '../body/highlight.ts'
import { parseMdc } from '../mdc/parse.ts'
import { authorWarnings } from './author-warnings.ts'

function notes(text: string) {
  return authorWarnings('a.md', text, parseMdc(text).body, []).map(({ line, message }) => `${line} ${message}`)
}

test('an unknown block is reported once, with its line', () => {
  expect(notes('a\n\n::notee\nb\n::\n\n:notee[c]')).toEqual(['3 Unknown block "notee"; only its content is shown'])
})

test('an unknown tag is reported with its line, however it is spelled', () => {
  expect(notes('a\n\n`<Teaser>`\n\n<MyTeaser to="/a">b</MyTeaser>\n\nc <center>d</center>\n\n<Teaser />')).toEqual([
    '5 Unknown block "my-teaser"; only its content is shown',
    '7 Unknown block "center"; only its content is shown',
    '9 Unknown block "teaser"; it is not shown',
  ])
})

test('an address that is not a link on pages is reported with its line and the reason', () => {
  expect(
    notes('[a](https://a.test) [b](/b) <c@d.test>\n\n[d](vscode://x) [e](vscode://x)\n\n::card{to="sms:1"}\n::'),
  ).toEqual([
    '3 The address vscode://x was left out: links with "vscode:" are not allowed',
    '5 The address sms:1 was left out: links with "sms:" are not allowed',
  ])
})

test('a block is known by each of its names', () => {
  expect(
    notes('::note\na\n::\n\n::ProseNote\nb\n::\n\n::prose-code-group\n```js\nc\n```\n::\n\n:prose-icon{name="x"}'),
  ).toEqual([])
})

test('names of object prototypes are not blocks', () => {
  expect(notes('::constructor\na\n::')).toHaveLength(1)
})

test('a block written as a self-closing tag is reported with its line', () => {
  expect(notes('a\n\n<MyThing/>\n\n<other-thing />')).toEqual([
    '3 Unknown block "my-thing"; it is not shown',
    '5 Unknown block "other-thing"; it is not shown',
  ])
})

test('a tag directly after code is reported with its line', () => {
  expect(notes('a\n\n`b <c>`<MyThing/> `<MyThing/>`')).toEqual(['3 Unknown block "my-thing"; it is not shown'])
})

test('media on other sites are reported once each, with their lines', () => {
  const text =
    '![a](https://a.test/a.png) ![b](/b.png) ![c](c.png)\n\n<img src="//a.test/d.png">\n\n![a](https://a.test/a.png)\n\n' +
    '<video controls><source src="https://a.test/e.mp4"></video>\n\n<audio src="https://a.test/f.mp3"></audio>'
  expect(notes(text)).toEqual([
    '1 https://a.test/a.png is not shown: it is on another site',
    '3 //a.test/d.png is not shown: it is on another site',
    '7 https://a.test/e.mp4 is shown as a link: it is on another site',
    '9 https://a.test/f.mp3 is shown as a link: it is on another site',
  ])
})

test('a labeled child is a known block inside tabs and an unknown one outside', () => {
  const item = '<TabItem label="A">\nb\n</TabItem>'
  expect(notes(`<Tabs>\n${item}\n</Tabs>\n\n::tabs\n:::any{label="A"}\nc\n:::\n::`)).toEqual([])
  expect(notes(`::code-group\n:::any{label="A"}\nc\n:::\n::`)).toEqual([])
  expect(notes(item)).toEqual(['1 Unknown block "tab-item"; only its content is shown'])
  expect(notes('<Tabs>\n<TabItem>\nb\n</TabItem>\n</Tabs>')).toHaveLength(1)
})

test('the warning about an empty block states what the page shows', () => {
  expect(notes('<Since v="1" />\n\n<LinkTo title="A" href="/b" />')).toEqual([
    '1 Unknown block "since"; it is not shown',
    '3 Unknown block "link-to"; only its title or address is shown',
  ])
  expect(notes('<Since v="1" />\n\n<Since>a</Since>\n\n<Since />')).toEqual([
    '1 Unknown block "since"; only its content is shown',
  ])
  expect(notes('Say :host, <Gap /> and\n\n::note\n<Gap />\n::')).toEqual([
    '1 Unknown block "host"; it is shown as text',
    '1 Unknown block "gap"; it is not shown',
  ])
})

test('a file name in the place of a language is not reported as a language', async () => {
  const unknown: string[] = []
  await createHighlighter().highlight(parseMdc('```filename=.ignore\na\n```').body, (name) => unknown.push(name))
  expect(unknown).toEqual([])
})
