import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { LocaleProvider } from '../../../i18n/context.tsx'
import { parseMdc } from '../../mdc/parse.ts'
import { Prose } from '../prose.tsx'

const picture = {
  src: '/x.png',
  alt: '',
  width: 1200,
  height: 600,
  variants: [{ width: 320, src: '/images/x-320.webp' }],
}

function written(source: string): string {
  return renderToStaticMarkup(
    <LocaleProvider locale="en">
      <Prose body={parseMdc(source).body} pictures={new Map([['/x.png', picture]])} />
    </LocaleProvider>,
  )
}

/** Returns the tag of the first link to the original of a picture. */
function linkIn(source: string): string | undefined {
  return /<a class="picture-link"[^>]*>/.exec(written(source))?.[0]
}

test('a picture links to its original, with the size of the original', () => {
  expect(linkIn('![Chart](/x.png)')).toBe(
    '<a class="picture-link" href="/x.png" data-gallery="gallery" data-width="1200" data-height="600" data-failed="Something went wrong. Please try again later.">',
  )
})

test('an unmeasured picture is a link as well', () => {
  const link = linkIn('![Chart](/other.png)')
  expect(link).toContain('href="/other.png"')
  expect(link).not.toContain('data-width')
})

test.each([
  ['{data-gallery="prices"}', 'data-gallery="prices"'],
  ['{data-fancybox="prices"}', 'data-gallery="prices"'],
  ['{data-fancybox}', 'data-gallery="gallery"'],
  ['{data-gallery="a" data-fancybox="b"}', 'data-gallery="a"'],
  ['{data-slug="candles"}', 'data-gallery="gallery" data-slug="candles"'],
  ['{data-gallery=prices data-slug=candles}', 'data-gallery="prices" data-slug="candles"'],
  ['{data-gallery="2026"}', 'data-gallery="2026"'],
])('%s sets the gallery and slug', (attributes, expected) => {
  expect(linkIn(`![Chart](/x.png)${attributes}`)).toContain(` ${expected} `)
})

test('the slug of a picture is a link target without scripts', () => {
  expect(linkIn('![Chart](/x.png){data-slug="candles"}')).toContain('name="candles"')
  expect(linkIn('![Chart](/x.png)')).not.toContain('name=')
})

test.each([
  '![Chart](/x.png){zoom="false"}',
  '![Chart](/x.png){:zoom="false"}',
  '![](/x.png)',
  '[![Chart](/x.png)](/docs)',
  '[before **![Chart](/x.png)** after](/docs)',
  '<a href="/docs"><img src="/x.png" alt="Chart"></a>',
])('%s does not open', (source) => {
  expect(linkIn(source)).toBeUndefined()
  expect(written(source)).toContain('<img src="/x.png"')
})

test.each(['![Chart](/x.png){zoom}', '![Chart](/x.png){:zoom="true"}', '<img src="/x.png" alt="Chart">'])(
  '%s opens',
  (source) => {
    expect(linkIn(source)).toBeDefined()
  },
)

test('a caption is outside the link and names it if there is no description', () => {
  expect(written('![Chart](/x.png "Prices")')).toMatch(/<figure><a .*<\/a><figcaption>Prices<\/figcaption><\/figure>/)
  expect(linkIn('![Chart](/x.png "Prices")')).not.toContain('aria-label')
  expect(linkIn('![](/x.png "Prices")')).toContain('aria-label="Prices"')
})

test('in a heading the anchor is beside the picture, because links do not nest', () => {
  expect(written('## Prices ![Chart](/x.png)')).toMatch(
    /<h2 [^>]*>Prices <a class="picture-link".*<\/a> <a class="heading-anchor"/,
  )
})

test('names are escaped, and unsafe addresses are not links', () => {
  expect(written(`![Chart](/x.png){data-slug='"><b>x'}`)).toContain('data-slug="&quot;&gt;&lt;b&gt;x"')
  expect(written('<img src="javascript:x" alt="Chart">')).not.toContain('picture-link')
})
