import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { LocaleProvider } from '../../i18n/context.tsx'
import { parseMdc } from '../mdc/parse.ts'
import { Prose } from './prose.tsx'

test.each([
  ['ru', 'Готово', '<a href="/docs/trading/charts">Графики и живые цены</a> — Двенадцать пар'],
  ['en', 'Ready', '<a href="/en/docs/internals/api">OpenAPI and tokens</a> — Every public endpoint'],
] as const)('a text lists what is ready in its language: %s', (locale, state, item) => {
  const body = parseMdc('::product-state\n::\n').body
  const html = renderToStaticMarkup(
    <LocaleProvider locale={locale}>
      <Prose body={body} />
    </LocaleProvider>,
  )
  expect(html).toContain(`<dt>${state}</dt>`)
  expect(html).toContain(item)
})
