import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { LocaleProvider } from '../../i18n/context.tsx'
import type { Locale } from '../../i18n/locales.ts'
import type { AstNode } from '../mdc/ast.ts'
import { parseMdc } from '../mdc/parse.ts'
import { Prose } from './prose.tsx'

function html(value: AstNode[], locale: Locale = 'en') {
  const page = renderToStaticMarkup(
    <LocaleProvider locale={locale}>
      <Prose body={{ type: 'minimal', value }} />
    </LocaleProvider>,
  )
  // Icons are removed, because these tests do not compare them.
  return page.replaceAll(/<svg[^>]*>.*?<\/svg>/g, '')
}

function written(source: string, locale?: Locale) {
  return html(parseMdc(source).body.value, locale)
}

describe('blocks that are links', () => {
  test('an external link opens in a new tab and says so, an internal one does not', () => {
    const page = written('::note{to="https://bun.sh"}\nSee **Bun**\n::\n\n::tip{to="/docs"}\nRead\n::')
    expect(page).toContain(
      '<a class="block-link" href="https://bun.sh" target="_blank" rel="external noopener">' +
        '<span class="sr-only">See Bun</span><span class="sr-only"> (opens in a new tab)</span></a>',
    )
    expect(page).toContain('<a class="block-link" href="/docs"><span class="sr-only">Read</span></a>')
  })

  test('the author can choose whether to open a new tab', () => {
    expect(written('::note{to="https://bun.sh" target="_self"}\nA\n::')).not.toContain('_blank')
    expect(written('::card{title="A" to="/docs" target="_blank"}\n::')).toContain(
      '<a class="card-title" href="/docs" target="_blank" rel="noopener">A<span class="sr-only"> (opens in a new tab)',
    )
    expect(written('[a](/docs){target="_blank"}')).toContain('a<span class="sr-only"> (opens in a new tab)</span></a>')
  })

  test('the name of a link is the beginning of its text, or its address', () => {
    const long = written(`::note{to="/docs"}\n${'word '.repeat(60)}\n::`)
    expect(long).toMatch(/<span class="sr-only">(word ){22,23}word…<\/span>/)
    expect(written('::card{to="/docs"}\n::')).toContain('<span class="sr-only">/docs</span>')
  })

  test('links do not nest', () => {
    const page = written('::card{to="/docs"}\n#title\nSee [that](/blog)\n#default\nWords\n::')
    expect(page).toContain('<strong class="card-title">See <a href="/blog">that</a></strong><p>Words</p><a class="bl')
  })
})

describe('slots', () => {
  test('a title and a description may be slots', () => {
    expect(written('::tip\n#title\nA *word*\n#default\nText\n::')).toContain(
      'aria-label="A word"><strong class="callout-title">A <em>word</em></strong><p>Text</p>',
    )
    expect(written('::field{name="a"}\n#description\n**B**\n::')).toContain('<dd><p><strong>B</strong></p></dd>')
  })

  test('an unknown slot is ordinary content', () => {
    expect(written('::note\n#unheard-of\nWords\n::')).toContain('<p>Words</p>')
    expect(written('::no-such-block\n#title\nWords\n::')).toContain('<p>Words</p>')
  })
})

describe('folding blocks', () => {
  test('a collapsible names its action, in the words of the author or of the language', () => {
    expect(written('::collapsible\nA\n::', 'ru')).toContain(
      '<details class="collapsible"><summary class="folding-summary"><span class="when-closed">Показать свойства</span>' +
        '<span class="when-open">Скрыть свойства</span></summary><div class="collapsible-content"><p>A</p></div>',
    )
    const own = written('::collapsible{name="fields" openText="See" closeText="Hide all" open}\nA\n::')
    expect(own).toContain('<details class="collapsible" open="">')
    expect(own).toContain('See fields</span><span class="when-open">Hide all fields')
  })

  test('long code folds with its beginning visible', () => {
    const page = written('::code-collapse\n```ts [a.ts]\nlet a\n```\n::', 'ru')
    expect(page).toContain('<span class="when-closed">Развернуть код</span><span class="when-open">Свернуть код</span>')
    expect(page).toContain('</summary><figure class="code-block">')
  })

  test('an accordion item shows its description before its content', () => {
    const page = written('::accordion\n::accordion-item{label="Q" description="Short."}\nLong.\n::\n::')
    expect(page).toContain('<summary>Q</summary><p>Short.</p><p>Long.</p></details>')
  })
})

describe('alternatives', () => {
  test('tabs are items or any block with a label; other content follows them', () => {
    const page = written(
      '::prose-tabs{hash="#top"}\n:::tabs-item{.my-5 label="A" description="D"}\nB\n:::\n:::div{label="C"}\nE\n:::\nF\n::',
    )
    expect(page).toContain('<fieldset class="variants tabs" aria-label="Options" data-scroll-to="top">')
    expect(page).toContain('A</label><div class="variant-panel"><p>D</p><p>B</p></div>')
    expect(page).toContain('C</label><div class="variant-panel"><div><p>E</p></div></div></fieldset><p>F</p>')
  })

  test('a code group accepts previews beside code and has its own choice key', () => {
    const page = written('::code-group{sync="x"}\n:::code-preview{label="Look"}\nA\n:::\n```md [Source]\nA\n```\n::')
    expect(page).toContain('class="variants code-group" aria-label="Options" data-choice-key="code-group-x">')
    expect(page).toContain('Look</label><div class="variant-panel"><div class="code-preview">')
    expect(page).toContain('Source</label><div class="variant-panel"><figure class="code-block">')
  })

  test('an invalid default index shows the first tab', () => {
    for (const index of ['7', '-1', '0.5', 'x']) {
      const page = written(`::tabs{defaultValue="${index}"}\n::tabs-item{label="A"}\nB\n::\n::`)
      expect(page).toContain('checked=""/>A')
    }
  })

  test('groups without items render nothing', () => {
    expect(written('::tabs\n::\n\n::code-group\n::\n\n::code-tree\n::')).toBe('<div class="prose"></div>')
  })
})

describe('code', () => {
  test('a preview shows its content above its code', () => {
    expect(written('::code-preview\n**A**\n\n#code\n```md\n**A**\n```\n::')).toMatch(
      /<div class="code-preview"><div class="code-preview-result"><p><strong>A<\/strong><\/p><\/div><figure class="code-block">/,
    )
  })

  test('focused lines are marked', () => {
    const line: AstNode = ['span', { class: ['line', 'focus'] }, 'a']
    expect(html([['pre', {}, ['code', {}, line]]])).toContain('class="has-focus"><code><span class="line focus">a')
  })

  test('with a hidden header the file still names the code', () => {
    const page = html([['pre', { filename: 'a.ts', ':hide-header': 'true' }, ['code', {}, 'a']]])
    expect(page).not.toContain('figcaption')
    expect(page).toContain('aria-label="Code: a.ts"')
  })

  test('a block named pre is code, from its content or its property', () => {
    expect(written('::pre\nlet a\nlet b\n::')).toContain('<code>let a\nlet b</code>')
    expect(written('::pre{code="let c"}\n::')).toContain('<code>let c</code>')
  })

  test('inline code accepts a color, and classes of its highlighter are dropped', () => {
    expect(written('`a`{color="error"}')).toContain('<code class="toned tone-error">a</code>')
    const highlighted: AstNode = ['code', { className: 'language-ts shiki', language: 'ts', style: '' }, 'a']
    expect(html([highlighted])).toContain('<code>a</code>')
  })
})

describe('a code tree', () => {
  const tree = (attributes: string) =>
    written(
      `::code-tree${attributes}\n${['src/b.ts', 'README.md', './src/a/c.ts', 'src/a/b/d.ts', 'lib/e.ts']
        .map((path) => `\`\`\`ts [${path}]\n${path}\n\`\`\``)
        .join('\n')}\n::`,
    )
  /** Returns the names in the order of the list: folders with a slash, closed ones with a cross. */
  const names = (page: string) =>
    [...page.matchAll(/<li( class="is-closed")?><(span|a)[^>]*>([^<]+)</g)].map(
      ([, closed, element, name]) => `${name}${element === 'span' ? '/' : ''}${closed ? '×' : ''}`,
    )

  test('lists folders first, each kind sorted, and opens those around the first file', () => {
    expect(names(tree(''))).toEqual(['lib/×', 'e.ts', 'src/', 'a/×', 'b/×', 'd.ts', 'c.ts', 'b.ts', 'README.md'])
  })

  test('opens the folders around the default file, or all', () => {
    const page = tree('{defaultValue="src/a/c.ts"}')
    expect(names(page)).toEqual(['lib/×', 'e.ts', 'src/', 'a/', 'b/×', 'd.ts', 'c.ts', 'b.ts', 'README.md'])
    expect(names(tree('{expandAll}')).join()).not.toContain('×')
    expect(page).toMatch(/<div class="code-tree-panel is-current" id="[^"]+"><figure[^>]*><figcaption>src\/a\/c.ts</)
  })

  test('links each file to its code', () => {
    const page = tree('')
    for (const [, id = ''] of page.matchAll(/<a class="code-tree-name[^"]*" href="#([^"]+)"/g)) {
      expect(page).toContain(`id="${decodeURIComponent(id)}"`)
    }
  })
})

describe('small elements', () => {
  test('keys have keyboard labels, with alternatives for Apple devices', () => {
    const page = written(':kbd{value="meta"} :kbd{value="escape"} :kbd{value="k"} :kbd[F1]')
    expect(page).toContain('<kbd data-apple="⌘">Ctrl</kbd> <kbd>Esc</kbd> <kbd>k</kbd> <kbd>F1</kbd>')
  })

  test('fields accept the requested element if it is allowed', () => {
    const fields = (as: string) => written(`::field-group{as="${as}"}\n:::field{name="a" description="B"}\n:::\n::`)
    expect(fields('ul')).toContain('<ul class="field-group"><li class="field"><div><code>a</code></div><div><p>B</p>')
    expect(fields('section')).toContain('<section class="field-group"><div class="field"><div><code>a</code>')
    expect(fields('script')).toContain('<dl class="field-group"><div class="field"><dt><code>a</code></dt>')
    expect(written('::field{name="a" as="section"}\nB\n::')).toContain('<section class="field"><div><code>a</code>')
  })

  test('icons by file and by name are inline', () => {
    const icons = parseMdc('A :icon{name="i-lucide-x"} :code-icon{filename="a.sql"} :code-icon{icon="i-lucide-x"}')
    const page = renderToStaticMarkup(<Prose body={icons.body} />)
    expect(page.match(/class="icon inline-icon"/g)).toHaveLength(3)
  })
})
