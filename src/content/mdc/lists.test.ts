import { describe, expect, test } from 'bun:test'
import { type AstNode, isElement } from './ast.ts'
import { parseMdc } from './parse.ts'

/** Writes elements and texts on one line: `ul(li(a ul(li(b))))`. */
function outline(nodes: AstNode[]): string {
  return nodes
    .map((node) => {
      if (!isElement(node)) return node.replaceAll('\n', '⏎')
      const [tag, , ...children] = node
      return `${tag}(${outline(children)})`
    })
    .join(' ')
}

describe('a list is split into items', () => {
  test.each([
    ['with another bullet begins another list', '- a\n* b', 'ul(li(a)) ul(li(b))'],
    ['with another sign behind the number too', '1. a\n2) b', 'ol(li(a)) ol(li(b))'],
    ['by markers indented less than the text', ' - a\n- b\n  - c', 'ul(li(a) li(b ul(li(c))))'],
    ['markers in markers', '- 1. a\n  2. b', 'ul(li(ol(li(a) li(b))))'],
    ['tabs indent to columns of four', '-\ta\n\n\tb\n- c', 'ul(li(a br() b) li(c))'],
    ['five spaces begin code', '-     a\n- b', 'ul(li(pre(code(a⏎))) li(b))'],
    ['an empty item goes on below', '-\n  a\n-\n- b', 'ul(li(a) li() li(b))'],
    ['an empty item ends with a blank line', '-\n\n  a', 'ul(li()) p(a)'],
    ['a rule is no item', '- a\n- - -\n- b', 'ul(li(a)) hr() ul(li(b))'],
    ['a number of ten digits begins nothing', '1234567890. a', 'p(1234567890. a)'],
    ['a marker without a space begins nothing', '-a\n1.b', 'p(-a⏎1.b)'],
  ])('%s', (_, source, tree) => {
    expect(outline(parseMdc(source).body.value)).toBe(tree)
  })
})

describe('a line that is not indented', () => {
  test.each([
    ['goes on with a paragraph', '- a\nb\n- c', 'ul(li(a⏎b) li(c))'],
    ['goes on with a paragraph of an inner list', '- a\n  - b\n    c\nd', 'ul(li(a ul(li(b⏎c⏎d))))'],
    ['is no underline of it', '- a\n===', 'ul(li(a⏎===))'],
    ['ends the list after a blank line', '- a\n\nb', 'ul(li(a)) p(b)'],
    ['ends the list after code', '- ```\n  a\n  ```\nb', 'ul(li(pre(code(a⏎)))) p(b)'],
    ['ends the list inside code', '- ```\n  a\nb', 'ul(li(pre(code(a⏎)))) p(b)'],
    ['ends the list after a heading', '- # a\nb', 'ul(li(h1(a))) p(b)'],
    ['ends the list as a heading', '- a\n# b', 'ul(li(a)) h1(b)'],
    ['ends the list as a quote', '- a\n> b', 'ul(li(a)) blockquote(p(b))'],
    ['ends the list after an empty item', '- a\n-\nb', 'ul(li(a) li()) p(b)'],
    ['ends the list as a component', '- a\n::b\n::', 'ul(li(a)) b()'],
  ])('%s', (_, source, tree) => {
    expect(outline(parseMdc(source).body.value)).toBe(tree)
  })
})

describe('a loose list has paragraphs, with breaks between two of them', () => {
  test.each([
    ['when a blank line stands between items', '- a\n\n- # b\n  c', 'ul(li(a) li(h1(b) c))'],
    ['when a blank line stands inside an item', '- a\n\n  b\n- c', 'ul(li(a br() b) li(c))'],
    ['not when it stands inside code', '- a\n  ```\n  b\n\n  c\n  ```\n- d', 'ul(li(a pre(code(b⏎⏎c⏎))) li(d))'],
    ['not when it stands behind the list', '- a\n- b\n\n\nc', 'ul(li(a) li(b)) p(c)'],
  ])('%s', (_, source, tree) => {
    expect(outline(parseMdc(source).body.value)).toBe(tree)
  })
})

test('a checkbox is recognized only before text', () => {
  expect(outline(parseMdc('- [ ] *a*\n- [X] b\n- [ ]\n- # [ ] c\n- [x]d').body.value)).toBe(
    'ul(li(input()   em(a)) li(input()  b) li([ ]) li(h1([ ] c)) li(span(x) d))',
  )
})

test('problems inside items are reported with their lines', () => {
  const { problems } = parseMdc('- a\n\n- b\n\n  <embed>\n\n1. c\n   <iframe>')
  expect(problems.map(({ line }) => line)).toEqual([5, 8])
})
