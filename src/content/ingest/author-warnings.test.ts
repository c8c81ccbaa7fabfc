import { expect, test } from 'bun:test'
import { parseMdc } from '../mdc/parse.ts'
import { authorWarnings } from './author-warnings.ts'

function notes(text: string) {
  return authorWarnings('a.md', text, parseMdc(text).body, []).map(({ line, message }) => `${line} ${message}`)
}

test('a block nobody knows is reported once, with its line', () => {
  expect(notes('a\n\n::notee\nb\n::\n\n:notee[c]')).toEqual([
    '3 There is no block "notee"; its content is shown without it',
  ])
})

test('a tag nobody knows has its line too, however it is written', () => {
  expect(notes('a\n\n`<Teaser>`\n\n<MyTeaser to="/a">b</MyTeaser>\n\nc <center>d</center>\n\n<Teaser />')).toEqual([
    '5 There is no block "my-teaser"; its content is shown without it',
    '7 There is no block "center"; its content is shown without it',
    '9 There is no block "teaser"; its content is shown without it',
  ])
})

test('an address that is no link on pages is named with its line and the reason', () => {
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

test('what every object has is no block', () => {
  expect(notes('::constructor\na\n::')).toHaveLength(1)
})
