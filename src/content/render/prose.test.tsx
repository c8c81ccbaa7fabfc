import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { LocaleProvider } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/locales.ts'
import type { AstNode } from '../mdc/ast.ts'
import { parseMdc } from '../mdc/parse.ts'
import { Prose } from './prose.tsx'
import type { Picture } from './prose-body.ts'

const pictures = new Map<string, Picture>([
  [
    '/covers/x.png',
    {
      src: '/covers/x.png',
      alt: '',
      width: 1200,
      height: 600,
      variants: [
        { width: 320, src: '/images/x-320.webp' },
        { width: 640, src: '/images/x-640.webp' },
      ],
    },
  ],
])

function html(value: AstNode[], locale: Locale = 'ru') {
  return renderToStaticMarkup(
    <LocaleProvider locale={locale}>
      <Prose body={{ type: 'minimal', value }} pictures={pictures} />
    </LocaleProvider>,
  )
}

function written(source: string, locale?: Locale) {
  return html(parseMdc(source).body.value, locale)
}

describe('plain Markdown', () => {
  test('headings link to themselves, and an h1 becomes an h2', () => {
    const page = written('# Название\n\n## Ошибка 404?\n\n#### Глубже')
    expect(page).not.toContain('<h1')
    expect(page).toContain(
      '<h2 id="ошибка-404"><a href="#%D0%BE%D1%88%D0%B8%D0%B1%D0%BA%D0%B0-404">Ошибка 404?</a></h2>',
    )
    expect(page).toContain('<h4 id="глубже"><a href="#')
  })

  test('a heading that contains a link has its anchor beside it', () => {
    const page = written('## See [docs](/docs)', 'en')
    expect(page).toContain('<a href="/docs">docs</a> <a class="heading-anchor" href="#see-docs"')
    expect(page).toContain('aria-label="Link to section “See docs”"')
  })

  test('external links are marked, others stay plain', () => {
    const page = written('[in](/docs) [out](https://bun.sh) [mail](mailto:a@b.cd)')
    expect(page).toContain('<a href="/docs">in</a>')
    expect(page).toContain('<a href="https://bun.sh" rel="external noopener">out</a>')
    expect(page).toContain('<a href="mailto:a@b.cd">mail</a>')
  })

  test('an anchor without an address stays as a link target', () => {
    expect(written('<a id="here"></a>Text')).toContain('<span id="here"></span>')
    expect(written('<a id="here">Text</a>')).toContain('<span id="here">Text</span>')
    expect(written('<a class="b">Text</a>')).toContain('<p>Text</p>')
  })

  test('a table is a labeled, focusable box with column headers and alignment', () => {
    const page = written('| Имя | Минут |\n| --- | ---: |\n| час | 60 |')
    expect(page).toContain(
      '<div class="table-scroll" role="group" aria-label="Таблица: Имя, Минут" tabindex="0"><table>',
    )
    expect(page).toContain('<th scope="col">Имя</th><th class="align-end" scope="col">Минут</th>')
    expect(page).toContain('<td class="align-end">60</td>')
  })

  test('a task list has labeled checkboxes that cannot be changed', () => {
    const page = written('- [x] done\n- [ ] open', 'en')
    expect(page).toContain('<input type="checkbox" disabled="" aria-label="Done" checked=""/>')
    expect(page).toContain('<input type="checkbox" disabled="" aria-label="Not done"/>')
  })

  test('footnotes link there and back', () => {
    const page = written('Слово[^1].\n\n[^1]: Пояснение.')
    expect(page).toContain('href="#user-content-fn-1"')
    expect(page).toContain('id="user-content-fn-1"')
    expect(page).toContain('href="#user-content-fnref-1"')
    expect(page).toContain('class="footnotes"')
  })

  test('a known image has its size and copies, without a paragraph around it', () => {
    const page = written('![Схема](/covers/x.png)')
    expect(page).toMatch(/<div class="prose"><a [^>]+><img src="\/covers\/x.png" alt="Схема" width="1200" height="600"/)
    expect(page).toContain('srcSet="/images/x-320.webp 320w, /images/x-640.webp 640w"')
    expect(page).toContain('loading="lazy"')
  })

  test('an image with a given width keeps its proportions; a title is its caption', () => {
    const page = written('![A](/covers/x.png "Путь тика"){width="600"}')
    expect(page).toContain('width="600" height="300"')
    expect(page).toContain('<figcaption>Путь тика</figcaption>')
  })

  test('quotes, rules, keys and deleted words become their elements', () => {
    const page = written('> цитата\n\n---\n\n~~нет~~ :kbd{value="F1"}')
    expect(page).toContain('<blockquote><p>цитата</p></blockquote><hr/><p><del>нет</del> <kbd>F1</kbd></p>')
  })
})

describe('code', () => {
  const line = (number: number, ...content: AstNode[]): AstNode => ['span', { class: 'line', line: number }, ...content]

  test('a block has its file name, a copy button and a focusable box', () => {
    const page = written('```ts [src/main.ts]\nconst a = 1\n```')
    expect(page).toContain('src/main.ts</figcaption>')
    expect(page).toContain('<button type="button" class="code-copy" aria-label="Скопировать код"')
    expect(page).toContain(
      '<pre role="group" aria-label="Код: src/main.ts" tabindex="0"><code>const a = 1</code></pre>',
    )
  })

  test('only marked lines get an element, with their line break inside', () => {
    const page = written('```ts {2}\nconst a = 1\nconst b = 2\nconst c = 3\n```')
    expect(page).toContain('<code>const a = 1\n<span class="line highlight">const b = 2\n</span>const c = 3</code>')
  })

  test('line spans with and without breaks between them give the same result', () => {
    const first = line(1, ['span', { class: 'tk-k' }, 'const'], ' a', ['span', { class: 'tk-p' }, ';'])
    const expected = '<code><span class="tk-k">const</span> a;\n\nb</code>'
    const withBreaks = [first, '\n', line(2), '\n', line(3, 'b')]
    const without = [first, line(2), line(3, 'b')]
    for (const lines of [withBreaks, without]) {
      expect(html([['pre', { language: 'ts' }, ['code', {}, ...lines]]])).toContain(expected)
    }
  })

  test('added and removed lines are marked', () => {
    const removed: AstNode = ['span', { class: 'line diff remove' }, 'old\n']
    const added: AstNode = ['span', { className: ['line', 'diff', 'add'] }, 'new']
    const page = html([['pre', {}, ['code', {}, removed, added]]])
    expect(page).toContain('class="has-changes"')
    expect(page).toContain('<span class="line diff remove">old\n</span><span class="line diff add">new</span>')
  })
})

describe('blocks', () => {
  test('callouts are labeled by their title or their kind', () => {
    const page = written(
      '::note\nA\n::\n\n::caution{title="Стойте"}\nB\n::\n\n::callout{color="warning" to="/docs"}\nC\n::',
    )
    expect(page).toContain('<div class="callout tone-info" role="note" aria-label="Примечание">')
    expect(page).toContain('<div class="callout tone-error" role="note" aria-label="Стойте">')
    expect(page).toContain('<strong class="callout-title">Стойте</strong>')
    expect(page).toContain('<a class="block-link" href="/docs"><span class="sr-only">C</span>')
  })

  test.each(['note', 'tip', 'important', 'warning', 'caution', 'info', 'danger', 'callout'])(
    'a title of ::%s is above its text, written after the name or as a slot',
    (name) => {
      const title = '<strong class="callout-title">Be <em>careful</em></strong><p>Text</p>'
      expect(written(`::${name}\nText\n\n#title\nBe *careful*\n::`)).toContain(title)
      if (name !== 'callout') expect(written(`:::${name} Be *careful*\nText\n:::`)).toContain(title)
    },
  )

  test('each tab is a radio button followed by its panel; groups have different names', () => {
    const tabs =
      '::tabs{sync="pm" defaultValue="1"}\n:::tabs-item{label="Bun"}\nA\n:::\n:::tabs-item{label="Node" #node}\nB\n:::\n::'
    const page = written(`${tabs}\n\n${tabs}`)
    expect(page).toMatch(
      /<fieldset class="variants tabs" aria-label="Варианты" data-choice-key="tabs-pm"><label class="variant"><input type="radio" name="[^"]+"\/>Bun<\/label><div class="variant-panel"><p>A<\/p><\/div>/,
    )
    expect(page).toMatch(
      /<input type="radio" name="[^"]+" checked=""\/>Node<\/label><div class="variant-panel" id="node">/,
    )
    const names = [...page.matchAll(/name="([^"]+)"/g)].map(([, name]) => name)
    expect(new Set(names).size).toBe(2)
  })

  test('a code group labels its variants with file names and shows the first', () => {
    const page = written('::code-group\n```bash [bun]\nbun start\n```\n```bash [npx]\nnpx bun start\n```\n::')
    expect(page).toMatch(/checked="" value="bun"\/><svg[^>]*>.*?<\/svg>bun<\/label>/)
    expect(page).toContain('aria-label="Код: npx"')
    expect(page).not.toContain('figcaption')
  })

  test('a single accordion opens one item at a time', () => {
    const items = ':::accordion-item{label="Первый"}\nA\n:::\n:::accordion-item{label="Второй"}\nB\n:::'
    const single = written(`::accordion{type="single"}\n${items}\n::`)
    const names = [...single.matchAll(/<details class="accordion-item" name="([^"]+)">/g)].map(([, name]) => name)
    expect(names).toHaveLength(2)
    expect(new Set(names).size).toBe(1)
    expect(written(`::accordion\n${items}\n::`)).toContain(
      '<details class="accordion-item"><summary>Первый</summary><p>A</p>',
    )
  })

  test('steps number the headings of their level', () => {
    expect(written('::steps\n### Один\nA\n::')).toContain('<div class="steps steps-3"><h3 id="один">')
    expect(written('::steps{level="4"}\n#### Один\nA\n::')).toContain('<div class="steps steps-4">')
  })

  test('a card with an address is one link, one without an address has none', () => {
    const page = written('::card-group\n:::card{title="Старт" to="/docs"}\nA\n:::\n:::card{title="Просто"}\nB\n:::\n::')
    expect(page).toContain(
      '<div class="card-group"><div class="card tone-primary"><a class="card-title" href="/docs">Старт</a><p>A</p></div>',
    )
    expect(page).toContain('<strong class="card-title">Просто</strong>')
  })

  test('fields are a definition list', () => {
    const page = written('::field-group\n:::field{name="title" type="string" required}\nA\n:::\n::')
    expect(page).toContain('<dl class="field-group"><div class="field"><dt><code>title</code>')
    expect(page).toContain('<em class="field-required">обязательно</em></dt><dd><p>A</p></dd>')
    expect(written('::field{name="PORT"}\nA\n::')).toContain(
      '<dl class="field-group"><div class="field"><dt><code>PORT</code></dt>',
    )
  })

  test('badges and icons are inline', () => {
    const page = written('Метка :badge[Скоро] и :icon{name="i-lucide-check"} и :icon{name="i-lucide-none-such"}.')
    expect(page).toContain('<span class="badge tone-primary">Скоро</span>')
    expect(page.match(/<svg/g)).toHaveLength(1)
  })

  test('a slot is placed by its block, and block names are case-insensitive', () => {
    const slot: AstNode = ['template', { 'v-slot:title': '' }, 'Из ', ['em', {}, 'слота']]
    const page = html([['ProseCard', {}, slot, ['p', {}, 'текст']]])
    expect(page).toContain('<strong class="card-title">Из <em>слота</em></strong><p>текст</p>')
  })

  test('an unknown component keeps its content', () => {
    expect(written('::no-such\n**Текст**\n::')).toContain('<p><strong>Текст</strong></p>')
    expect(
      html([
        ['constructor', {}, 'a'],
        ['toString', {}, 'b'],
      ]),
    ).toBe('<div class="prose">ab</div>')
  })
})
