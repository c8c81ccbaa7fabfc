import { expect, test } from 'bun:test'
import { icons } from '@iconify-json/lucide'
import fc from 'fast-check'
import { runsOf } from '../../tests/property-runs.ts'
import { cleanSvg } from './icon-service.ts'
import { neutralGlyph } from './icon-set.ts'

test.each([
  ['<script>alert(1)</script><path d="M0 0"/>', '<path d="M0 0"/>'],
  ['<path d="M0 0" onload="alert(1)" style="fill:url(//evil)"/>', '<path d="M0 0"/>'],
  ['<a href="https://evil.example"><path d="M0 0"/></a><g/>', '<g/>'],
  ['<foreignObject><g><p>hi</p></g></foreignObject>', ''],
  ['<use href="https://evil.example/a.svg#x"/>', '<use/>'],
  ['<use xlink:href="#a"/><use href=\'#b\'/>', '<use href="#a"/><use href="#b"/>'],
  ['<animate attributeName="href" to="javascript:alert(1)"/>', ''],
  ['<image href="data:image/svg+xml,x"/>', ''],
  ['<rect fill="url(#a)" mask="url(https://evil.example)"/>', '<rect fill="url(#a)"/>'],
  ['<rect fill="url(#a) url(//evil)" x="&#x6a;"/>', '<rect/>'],
  ['<g fill="none"><!-- a -- b --></g>', undefined],
  ['<g fill="none"> text <!-- words --><path d="M1,2"></path></g>', '<g fill="none"><path d="M1,2"></path></g>'],
  ['<path d="M0 0"', undefined],
  ['<g><path d="M0 0"/>', undefined],
  ['</g>', undefined],
  ['<g></path>', undefined],
  ['<path d=M0/>', undefined],
  ['<![CDATA[<script>]]>', undefined],
  ['<?xml version="1.0"?>', undefined],
  ['<script>if (a < b) alert(1)</script>', undefined],
  ['', ''],
])('%s', (body, clean) => {
  expect(cleanSvg(body)).toBe(clean)
})

test('no icon of the local set is changed, nor is the neutral one', () => {
  const bodies = [...Object.values(icons.icons).map(({ body }) => body), neutralGlyph.body]
  expect(bodies.filter((body) => cleanSvg(body) !== body)).toEqual([])
})

test('any combination of pieces yields only shapes, without references to other places', () => {
  const piece = fc.constantFrom(
    ...[
      '<g>',
      '</g>',
      '<path d="M0 0"/>',
      '<script>',
      '</script>',
      '<svg onload="a()">',
      '</svg>',
      '<g ',
      ' href=',
      '"',
    ],
    ...[
      "'",
      '>',
      '/>',
      'javascript:a()',
      '<use href="',
      '#x',
      '<!--',
      '-->',
      ' onclick="a()"',
      ' fill="',
      'url(',
      ')',
      '//e',
    ],
    ...['<style>', '</style>', '<foreignObject>', '</foreignObject>', '&lt;', '\u0000', '\n', '<', '<![CDATA[', ']]>'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const clean = cleanSvg(pieces.join(''))
      if (clean === undefined) return
      expect(clean.replace(/<\/?(g|path|use)( (d|href|fill)="(#[\w-]+|url\(#[\w-]+\)|[\w\s#().-]*)")*\/?>/g, '')).toBe(
        '',
      )
      expect(/script|onload|onclick|\/\/e|style|foreign/i.test(clean)).toBe(false)
      expect(cleanSvg(clean)).toBe(clean)
    }),
    { numRuns: runsOf(20_000) },
  )
})

test('a drawing nested deeper than any real one is refused', () => {
  const nested = (times: number) => `${'<g>'.repeat(times)}<path d="M0 0"/>${'</g>'.repeat(times)}`
  expect(cleanSvg(nested(64))).toBe(nested(64))
  expect(cleanSvg(nested(65))).toBeUndefined()
})
