import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { findPicture, hashOf, type PictureNames, parseHash } from './pictures.ts'

const nothingElse = () => false

describe('an address', () => {
  test.each([
    ['', '', 1],
    ['#', '', 1],
    ['#candles', 'candles', 1],
    ['#prices-2', 'prices', 2],
    ['#prices-+2', 'prices', 2],
    ['#prices-of-2026-12', 'prices-of-2026', 12],
    ['#prices-007', 'prices', 7],
    ['#prices-0', 'prices', 1],
    ['#prices--2', 'prices-', 2],
    ['#prices-2x', 'prices-2x', 1],
    ['#prices-', 'prices-', 1],
    ['#prices-1.5', 'prices-1.5', 1],
    ['#3', '', 3],
    ['#-3', '', 3],
    ['#%D1%81%D0%B2%D0%B5%D1%87%D0%B8-3', 'свечи', 3],
    ['#100%-2', '100%', 2],
  ])('%s names %p, place %i', (hash, name, index) => {
    expect(parseHash(hash)).toEqual({ name, index })
  })

  test('without a number is a name with place 1', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/\d$/.test(text) && !text.startsWith('#') && !text.includes('%'))
        expect(parseHash(`#${text}`)).toEqual({ name: text, index: 1 })
      }),
    )
  })
})

describe('the picture of an address', () => {
  const pictures: (PictureNames & { id: string })[] = [
    { id: 'a', gallery: 'gallery' },
    { id: 'b', gallery: 'prices', slug: 'candles' },
    { id: 'c', gallery: 'gallery', slug: 'plan-2' },
    { id: 'd', gallery: 'plan' },
    { id: 'e', gallery: 'prices' },
  ]
  const isHeading = (fragment: string) => ['chapter', 'prices-2'].includes(fragment)

  test.each([
    ['#gallery', 'a'],
    ['#gallery-1', 'a'],
    ['#gallery-2', 'c'],
    ['#gallery-3', undefined],
    ['#prices', 'b'],
    ['#prices-1', 'b'],
    ['#prices-+2', 'e'],
    ['#candles', 'b'],
    ['#candles-1', 'b'],
    ['#candles-2', undefined],
    ['#plan', 'd'],
    ['#plan-1', 'd'],
    ['#plan-2', 'c'],
    ['#plan-2-1', 'c'],
    ['#none', undefined],
    ['#2', undefined],
    ['#', undefined],
    ['', undefined],
  ])('%s is %p', (hash, id) => {
    expect(findPicture(pictures, hash, isHeading)?.id).toBe(id)
  })

  test('is none if a heading has the same name', () => {
    expect(findPicture(pictures, '#prices-2', isHeading)).toBeUndefined()
    expect(findPicture([{ gallery: 'chapter' }], '#chapter', isHeading)).toBeUndefined()
  })

  test('is found by its own name before a gallery of that name', () => {
    const [own, other] = [{ gallery: 'x', slug: 'same' }, { gallery: 'same' }]
    expect(findPicture([other, own], '#same', nothingElse)).toBe(own)
  })
})

describe('the address of a picture', () => {
  const alone = { gallery: 'plan' }
  const first = { gallery: 'prices' }
  const second = { gallery: 'prices' }
  const named = { gallery: 'prices', slug: 'candles' }
  const numbered = { gallery: 'prices', slug: 'prices-2' }
  const cyrillic = { gallery: 'свечи' }
  const pictures = [alone, first, second, named, numbered, cyrillic]

  test.each([
    ['a picture alone in its gallery', alone, '#plan'],
    ['one of several', second, '#prices-2'],
    ['one with a name', named, '#candles'],
    ['one whose name another address has', numbered, '#prices-2-1'],
    ['one with a Russian name', cyrillic, '#%D1%81%D0%B2%D0%B5%D1%87%D0%B8'],
  ])('%s', (_, picture, hash) => {
    expect(hashOf(pictures, picture, nothingElse)).toBe(hash)
  })

  test('differs from the IDs of headings', () => {
    const isHeading = (fragment: string) => ['plan', 'plan-1', 'prices-2', 'candles'].includes(fragment)
    expect(hashOf(pictures, alone, isHeading)).toBe('#plan-+1')
    expect(hashOf(pictures, second, isHeading)).toBe('#prices-+2')
    expect(hashOf(pictures, named, isHeading)).toBe('#candles-1')
  })

  test('leads back to the picture, whatever its names and the headings are', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.stringMatching(/^[a-c]{1,2}(-\d{1,2})?$/),
      fc.constantFrom('a', 'a-1', 'a-2', '1', '-1', '#'),
    )
    // Different prefixes keep names of galleries and pictures apart: a gallery with the name of a picture cannot be
    // reached.
    const gallery = name.map((text) => `g${text}`)
    const slug = name.map((text) => `s${text}`)
    const names = fc.array(fc.record({ gallery, slug: fc.option(slug, { nil: undefined }) }), { minLength: 1 })
    // IDs of headings contain only letters, digits, dashes and underscores.
    const headings = fc.array(fc.stringMatching(/^[gs]?[a-z\d_-]{1,6}$/))
    fc.assert(
      fc.property(names, headings, (pictures, ids) => {
        const isTaken = (fragment: string) => ids.includes(fragment)
        for (const picture of pictures) {
          expect(findPicture(pictures, hashOf(pictures, picture, isTaken), isTaken)).toBe(picture)
        }
      }),
    )
  })
})
