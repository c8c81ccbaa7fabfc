import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { LocaleProvider } from '../i18n/context.tsx'
import { pageTags } from './document/page-part.ts'
import { Document } from './document.tsx'
import { type CodeFont, type Frame, FrameProvider } from './frame.tsx'
import { inlineScript } from './inline/inline-script.ts'
import type { PageHead } from './page-head.ts'

const frame: Frame = {
  locale: 'ru',
  path: '/docs',
  section: 'docs',
  siteName: 'Курс',
  siteDescription: 'О ценах.',
  separator: '·',
  twitter: undefined,
  endsWithSlash: false,
  buildCheckSeconds: 300,
  redirects: [],
  assets: {
    css: '/assets/a.css',
    appCss: '/assets/b.css',
    adminCss: '/assets/admin-test.css',
    visitorCss: { account: '/assets/account.css', bots: '/assets/bots.css', charts: '/assets/charts.css' },
    js: '/assets/a.js',
    fonts: { text: '/assets/text.woff2', latinCode: '/assets/latin.woff2', cyrillicCode: '/assets/cyrillic.woff2' },
  },
  isApp: false,
  navigation: [],
  runtime: { tickerUrl: '</script><img src=x>', tickerPath: '/socket.io/', buildId: 'b1', locale: 'ru' },
  translations: [],
  isDev: false,
}

const head: PageHead = {
  title: 'Тики',
  description: 'О тиках',
  canonical: 'https://kurs.example/docs',
  alternates: [{ hreflang: 'en-US', href: 'https://kurs.example/en/docs' }],
  type: 'article',
  jsonLd: [{ '@type': 'TechArticle', name: '</script><b>' }],
}

function render(over: Partial<PageHead> = {}, within: Partial<Frame> = {}): string {
  return renderToStaticMarkup(
    <LocaleProvider locale="ru">
      <FrameProvider frame={{ ...frame, ...within }}>
        <Document head={{ ...head, ...over }}>
          <p>текст</p>
        </Document>
      </FrameProvider>
    </LocaleProvider>,
  )
}

test('the title names the page and the site, or only the site if both are the same', () => {
  expect(render()).toContain('<title>Тики · Курс</title>')
  expect(render({ title: 'Курс' })).toContain('<title>Курс</title>')
})

test('toasts come before the page in tab order', () => {
  const html = render()
  const order = ['class="skip-link"', 'data-toasts', '<p>текст</p>'].map((part) => html.indexOf(part))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
})

test('the inline script is sent exactly as it was hashed', () => {
  expect(render()).toContain(`<script>${inlineScript}</script>`)
})

test('data in script elements cannot end them', () => {
  const html = render()
  expect(html).not.toContain('</script><b>')
  expect(html).not.toContain('</script><img')
})

test('runtime configuration survives escaping', () => {
  const [, json = ''] = render().match(/id="runtime-config" type="application\/json">(.*?)<\/script>/) ?? []
  expect(JSON.parse(json)).toEqual(frame.runtime)
})

test('the text font is preloaded, and code fonts on pages with code', () => {
  const preloaded = (html: string) =>
    Array.from(
      html.matchAll(/<link (?:data-code="true" )?rel="preload" as="font"[^>]* href="([^"]+)"/g),
      ([, file]) => file,
    )
  expect(preloaded(render())).toEqual(['/assets/text.woff2'])
  const codeFonts: CodeFont[] = ['latinCode', 'cyrillicCode']
  expect(preloaded(render({ codeFonts }))).toEqual([
    '/assets/text.woff2',
    '/assets/latin.woff2',
    '/assets/cyrillic.woff2',
  ])
})

test('a page hidden from crawlers has a noindex tag', () => {
  expect(render({ isHiddenFromCrawlers: true })).toContain('name="robots" content="noindex')
  expect(render()).not.toContain('name="robots"')
})

test('a swap takes over all tags that a page has in its head', () => {
  const full: PageHead = {
    ...head,
    codeFonts: ['latinCode', 'cyrillicCode'],
    isHiddenFromCrawlers: true,
    image: { src: '/a.png', width: 1200, height: 630, alt: undefined },
    publishedAt: '2026-11-01',
    modifiedAt: '2026-11-02',
    feed: '/feed.xml',
    markdown: '/docs.md',
  }
  const part = tagsInHead(render(full, { twitter: '@kurs', isPart: true }))
  expect(part.swapped).toEqual(part.all)
  expect(tagsInHead(render(full, { twitter: '@kurs' })).swapped).toEqual(part.all)
})

const viewer = {
  id: '1',
  name: 'Ada',
  isAdmin: false,
  isImpersonated: false,
  accent: null,
  hasWarnings: false,
  unseenAlerts: 0,
}
const own = { isApp: true, section: 'none', viewer } as const

test.each<[what: string, path: string, within: Partial<Frame>, pages: string | undefined, head?: Partial<PageHead>]>([
  ['a page of the app', '/app/alerts', own, '/app* /account* /admin*'],
  ['a page of the account', '/account', own, '/app* /account* /admin*'],
  ['a page that is loaded whole', '/app/bots', own, undefined, { isLoadedWhole: true }],
  ['a page that is left whole', '/app/charts', own, '', { isLeftWhole: true }],
  ['a page beside the app', '/apple', own, undefined],
  ['a page of the app for nobody', '/app/bots', { isApp: true }, undefined],
  ['a public page', '/docs', {}, '/ /docs* /blog* /search /en /en/docs* /en/blog* /en/search'],
  ['a public page for one person', '/docs', { viewer }, undefined],
])('%s lists the pages that can be swapped in', (_, path, within, pages, head = {}) => {
  const html = render(head, { ...within, path })
  expect(/ data-pages="([^"]*)"/.exec(html)?.[1]).toBe(pages)
})

test.each<[what: string, path: string, within: Partial<Frame>, pages: string]>([
  ['a public page', '/docs', {}, '/ /docs* /blog* /charts /app/bots'],
  ['one of another language', '/en', { locale: 'en' }, '/en /en/docs* /en/blog* /en/charts /en/app/bots'],
  [
    'one with rules that lead elsewhere',
    '/docs',
    { redirects: ['/old*', '!/docs/x'] },
    '/ /docs* /blog* /charts /app/bots !/docs/x',
  ],
  ['a page of the app', '/app/alerts', own, '/ /docs* /blog*'],
])('%s lists the pages that can be prefetched', (_, path, within, pages) => {
  const html = render({}, { ...within, path })
  expect(/ data-for-all="([^"]*)"/.exec(html)?.[1]).toBe(pages)
})

interface HeadTags {
  all: string[]
  swapped: string[]
}

function tagsInHead(html: string): HeadTags {
  const found: HeadTags = { all: [], swapped: [] }
  const collect = (to: string[]) => ({
    element: ({ tagName, attributes }: HTMLRewriterTypes.Element) => {
      to.push([tagName, ...[...attributes].map((pair) => pair.join('='))].join(' '))
    },
  })
  const rewriter = new HTMLRewriter().on('head > *', collect(found.all))
  for (const tag of pageTags.split(',')) rewriter.on(`head > ${tag}`, collect(found.swapped))
  rewriter.transform(html)
  return found
}

test('pages of an administrator have another sheet, and are not swapped in for pages without it', () => {
  const viewerOf = (isAdmin: boolean) => {
    const html = render({}, { ...own, viewer: { ...viewer, isAdmin } })
    return { viewer: /data-viewer="([^"]*)"/.exec(html)?.[1], hasSheet: html.includes(frame.assets.adminCss) }
  }
  expect(viewerOf(false)).toEqual({ viewer: '1', hasSheet: false })
  expect(viewerOf(true)).toEqual({ viewer: '1 admin', hasSheet: true })
})
