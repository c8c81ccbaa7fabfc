import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import type { DocsView, SidebarNode } from '../../content/library/views.ts'
import { LocaleProvider } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/locales.ts'
import { type Frame, FrameProvider } from '../../ui/frame.tsx'
import { DocsPage } from './docs-page.tsx'
import { DocsSidebar } from './docs-sidebar.tsx'

const leaf: SidebarNode = {
  title: 'Поиск',
  path: '/docs/start/search',
  isCurrent: false,
  isOpen: false,
  isFolder: false,
  children: [],
}
const current = { ...leaf, title: 'Быстрый старт', path: '/docs/start/quick-start', isCurrent: true }
const openFolder = { ...leaf, title: 'Начало', isFolder: true, isOpen: true, children: [leaf, current] }
const closedFolder = {
  ...leaf,
  title: 'Торговля',
  path: '/docs/trading/account',
  badge: 'Скоро',
  isFolder: true,
  partial: '/_partials/docs-sidebar?folder=trading',
}

const view: DocsView = {
  path: '/docs/start/quick-start',
  title: 'Быстрый старт',
  description: 'Запустить Курс за две минуты.',
  body: {
    value: [
      ['h2', { id: 'шаг' }, 'Шаг'],
      ['p', {}, 'Текст.'],
    ],
  },
  toc: [{ id: 'шаг', depth: 2, text: 'Шаг', children: [{ id: 'мелко', depth: 3, text: 'Мелко' }] }],
  readingMinutes: 4,
  breadcrumbs: [{ title: 'Начало', path: '/docs/start/what-is-kurs' }, { title: 'Быстрый старт' }],
  previous: { path: '/docs/start/what-is-kurs', title: 'Что такое Курс' },
  next: { path: '/docs/start/search', title: 'Поиск' },
  source: { href: '/docs/start/quick-start.md', isEditable: false },
  updated: '2026-11-20',
  head: {
    title: undefined,
    description: undefined,
    image: undefined,
    isHiddenFromCrawlers: false,
    keepsScroll: false,
    colorMode: undefined,
    schemas: [],
  },
  sidebar: [openFolder, closedFolder],
}

const frame: Frame = {
  locale: 'ru',
  path: view.path,
  section: 'docs',
  siteName: 'Курс',
  siteDescription: 'О ценах.',
  separator: '·',
  twitter: undefined,
  endsWithSlash: false,
  buildCheckSeconds: 0,
  redirects: [],
  assets: {
    css: '/a.css',
    appCss: '/app.css',
    adminCss: '/assets/admin-test.css',
    visitorCss: { account: '/assets/account.css', bots: '/assets/bots.css', charts: '/assets/charts.css' },
    js: '/a.js',
    fonts: { text: '/t.woff2', latinCode: '/l.woff2', cyrillicCode: '/c.woff2' },
  },
  isApp: false,
  navigation: [],
  runtime: { tickerUrl: '', tickerPath: '/socket.io/', buildId: 'b', locale: 'ru' },
  translations: [],
  isDev: false,
}

function page(changes: Partial<DocsView> = {}, locale: Locale = 'ru') {
  return renderToStaticMarkup(
    <FrameProvider frame={{ ...frame, locale }}>
      <LocaleProvider locale={locale}>
        <DocsPage page={{ ...view, ...changes }} siteUrl="https://kurs.test" />
      </LocaleProvider>
    </FrameProvider>,
  )
}

describe('a documentation page', () => {
  test('has one h1, a description, the reading time and the date', () => {
    const html = page()
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('<h1>Быстрый старт</h1>')
    expect(html).toContain('Запустить Курс за две минуты.')
    expect(html).toContain('4 мин чтения')
    expect(html).toContain('<time dateTime="2026-11-20">Обновлено 20 ноября 2026 г.</time>')
  })

  test('links from the root of the documentation to its folder, and to its neighbors', () => {
    const html = page()
    expect(html).toContain('<a href="/docs">Документация</a>')
    expect(html).toContain('<a href="/docs/start/what-is-kurs">Начало</a>')
    expect(html).toContain('<a href="/docs/start/what-is-kurs" rel="prev">')
    expect(html).toContain('<a href="/docs/start/search" rel="next">')
  })

  test('keeps a title with code in one piece beside icons and arrows', () => {
    const titled = { path: '/docs/a', title: 'The `a()` of `b`' }
    const whole = '<span>The <code>a()</code> of <code>b</code></span>'
    expect(page({ next: titled })).toContain(`</small>${whole}</a>`)
    const sidebar = renderToStaticMarkup(<DocsSidebar nodes={[{ ...leaf, ...titled }]} />)
    expect(sidebar).toContain(`<a href="/docs/a">${whole}</a>`)
  })

  test('has a table of contents two levels deep, beside the text and folded above it', () => {
    const html = page()
    const link = `<a href="#${encodeURIComponent('мелко')}">Мелко</a>`
    expect(html.split(link)).toHaveLength(3)
    expect(html).toContain('<nav class="toc" aria-labelledby="kurs--toc-title">')
    expect(html).toContain('<details class="toc-fold"><summary>На этой странице</summary>')
    expect(page({ toc: [] })).not.toContain('На этой странице')
  })

  test('links to its source, or to the editor where one is configured', () => {
    expect(page()).toContain('Исходный текст страницы')
    const editable = page({ source: { href: 'https://git.example/edit/a.md', isEditable: true } })
    expect(editable).toContain('href="https://git.example/edit/a.md" rel="external noopener"')
    expect(editable).toContain('Предложить правку')
  })

  test("opens in assistants with the URL of its Markdown, in the reader's language", () => {
    const asked = (html: string) => {
      const links = [...html.matchAll(/<a class="open-in" href="([^"]+)"[^>]* aria-label="([^"]+)"/g)]
      return links.map(([, href = '', label]) => {
        const { origin, pathname, searchParams } = new URL(href.replaceAll('&amp;', '&'))
        return [label, origin + pathname, searchParams.get('q')]
      })
    }
    const address = 'https://kurs.test/docs/start/quick-start.md'
    const [ru, en] = [
      `Прочитай ${address} и помоги мне с вопросами об этой странице.`,
      `Read ${address} and help me with my questions about this page.`,
    ]
    expect(asked(page())).toEqual([
      ['Открыть в ChatGPT', 'https://chatgpt.com/', ru],
      ['Открыть в Claude', 'https://claude.ai/new', ru],
    ])
    expect(asked(page({}, 'en'))).toEqual([
      ['Open in ChatGPT', 'https://chatgpt.com/', en],
      ['Open in Claude', 'https://claude.ai/new', en],
    ])
  })

  test('in the other language shows a notice and states the language of the text', () => {
    const html = page({ fallbackLocale: 'ru' }, 'en')
    expect(html).toContain('class="fallback-notice"')
    expect(html).toContain('<article class="docs-page" lang="ru-RU">')
    expect(page()).not.toContain('fallback-notice')
  })
})

describe('the sidebar', () => {
  const html = renderToStaticMarkup(<DocsSidebar nodes={[openFolder, closedFolder]} />)

  test('shows the current folder with its pages and marks the current one', () => {
    expect(html).toContain('<details open=""><summary>Начало')
    expect(html).toContain('<a href="/docs/start/quick-start" aria-current="page">Быстрый старт</a>')
    expect(html.match(/aria-current/g)).toHaveLength(1)
  })

  test('loads a closed folder once, when it is opened', () => {
    expect(html).toContain(
      '<details hx-get="/_partials/docs-sidebar?folder=trading" hx-swap="innerHTML" hx-trigger="toggle once" hx-target="find ul">',
    )
  })

  test('links into a closed folder without JavaScript', () => {
    expect(html).toContain('<li class="sidebar-pending"><a href="/docs/trading/account">Открыть раздел</a></li>')
  })

  test('shows a part of a long open folder and offers the rest', () => {
    const long = { ...openFolder, partial: '/_partials/docs-sidebar?folder=start' }
    const shown = renderToStaticMarkup(<DocsSidebar nodes={[long]} />)
    expect(shown).toContain('<details open=""><summary>')
    expect(shown).toContain('hx-get="/_partials/docs-sidebar?folder=start"')
    expect(shown).toContain('hx-target="closest ul">Все страницы раздела</a>')
  })

  test("links to a folder's own page", () => {
    const own = { ...openFolder, path: '/docs/start', isCurrent: true, children: [leaf] }
    expect(renderToStaticMarkup(<DocsSidebar nodes={[own]} />)).toContain(
      '<a href="/docs/start" aria-current="page">Начало</a>',
    )
  })
})
