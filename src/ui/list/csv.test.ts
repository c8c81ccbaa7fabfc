import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import fc from 'fast-check'
import { anyCharacter } from '../../../tests/any-text.ts'
import { csvCell, csvLine } from './csv.ts'

setDefaultTimeout(60_000)

/** Splits one line of CSV as in RFC 4180: a comma ends a cell unless an odd number of quotes precedes it. */
function cellsOf(line: string): string[] {
  const cells: string[] = []
  for (const piece of line.replace(/\r\n$/, '').split(',')) {
    const last = cells.at(-1)
    if (last !== undefined && (last.split('"').length - 1) % 2 === 1) cells[cells.length - 1] = `${last},${piece}`
    else cells.push(piece)
  }
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
}

describe('a cell', () => {
  test.each(['=1+1', '+7 999', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://evil")', '＝1+1'])(
    'that starts like a formula is text: %p',
    (text) => {
      expect(cellsOf(csvLine([text]))).toEqual([`'${text}`])
    },
  )

  test.each([
    ['a;=1+1;b', "a;'=1+1;b"],
    ['a;"=1+1', 'a;\'"=1+1'],
    ['a\t-1', "a\t'-1"],
    ['a\n@SUM(A1)', "a\n'@SUM(A1)"],
    ['a; b', 'a; b'],
    ['a-b+c=d', 'a-b+c=d'],
  ])('is text even for spreadsheets with other separators: %p', (text, cell) => {
    expect(cellsOf(csvLine([text]))).toEqual([cell])
  })

  test('holds any text and returns it, except for apostrophes', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: anyCharacter }), { minLength: 1, maxLength: 5 }), (texts) => {
        const cells = cellsOf(csvLine(texts))
        const plain = (list: string[]) => list.map((text) => text.replaceAll("'", ''))
        expect(plain(cells)).toEqual(plain(texts))
        expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
      }),
    )
  })

  test('is empty for null and plain for a number', () => {
    expect([csvCell(null), csvCell(-5), csvCell('')]).toEqual(['', '-5', ''])
  })
})
