import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { en } from '../../i18n/messages/en.ts'
import { checkButtons, countOf } from '../../telegram/message/check-buttons.ts'
import type { ButtonAction } from '../../telegram/message/content.ts'
import { ButtonRows } from './button-rows.tsx'

function shown(action: ButtonAction, isLive = true): string {
  const change = isLive ? () => {} : undefined
  const rows = [[{ text: { en: 'A button' }, ...action }]]
  const html = renderToStaticMarkup(
    <ButtonRows rows={rows} onRows={() => {}} words={en.message} problems={[]} change={change} />,
  )
  return /<p class="editor-count".*?<\/p>/.exec(html)?.[0] ?? ''
}

test('answers and texts to copy show their length and limit, and mark an excess', () => {
  expect(shown({ callback: 'я'.repeat(200) })).toContain('<span aria-hidden="true">200 of 200<')
  expect(shown({ callback: 'я'.repeat(200) })).not.toContain('data-over')
  expect(shown({ callback: 'я'.repeat(201) })).toMatch(/data-over.*201 of 200</)
  expect(shown({ copyText: '🚀'.repeat(128) })).toContain('Characters as Telegram counts them: 256 of 256<')
  expect(shown({ copyText: `${'🚀'.repeat(128)}x` })).toMatch(/data-over.*257 of 256</)
  expect(shown({ callback: '{name|friend}' })).toContain('>64 of 200 with the longest name<')
})

test('addresses have no count, and without JavaScript nothing has', () => {
  expect(shown({ url: 'https://kurs.example' })).toBe('')
  expect(shown({ webApp: 'https://kurs.example' })).toBe('')
  expect(shown({ callback: 'Thanks' })).toContain('6 of 200')
  expect(shown({ callback: 'Thanks' }, false)).toBe('')
})

test('the count exceeds its limit exactly when the check refuses the value', () => {
  const piece = fc.constantFrom('{name}', '{name|я}', '{chat}', '🚀', 'x'.repeat(60), 'я')
  const template = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => `.${pieces.join('')}`)
  fc.assert(
    fc.property(template, fc.boolean(), (value, isCopied) => {
      const action = isCopied ? { copyText: value } : { callback: value }
      const { count = 0, most = 0 } = countOf(action) ?? {}
      const isRefused = checkButtons([[{ text: { en: 'A button' }, ...action }]], 'b').length > 0
      expect(isRefused).toBe(count > most)
    }),
  )
})
