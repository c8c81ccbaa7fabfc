import { expect, test } from 'bun:test'
import { editedContentIn } from './edited-content.ts'

test('an editor without further texts has no variants', () => {
  const sent = { 'text.ru': 'Привет', 'variant.1.ru': 'Иначе' }
  expect(editedContentIn(sent, 0)).not.toHaveProperty('variants')
})

test('the editor has as many further texts as it offers, including blank ones', () => {
  const sent = { 'text.ru': 'Привет', 'variant.1.ru': 'Иначе' }
  expect(editedContentIn(sent, 3)).toMatchObject({ text: { ru: 'Привет' }, variants: [{ ru: 'Иначе' }, {}, {}] })
})
