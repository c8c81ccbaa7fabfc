import { expect, test } from 'bun:test'
import { editedIn } from './edited-content.ts'

test('where no further texts are offered the editor has none to show', () => {
  const sent = { 'text.ru': 'Привет', 'variant.1.ru': 'Иначе' }
  expect(editedIn(sent, 0)).not.toHaveProperty('variants')
})

test('as many further texts as are offered are there, blank ones too', () => {
  const sent = { 'text.ru': 'Привет', 'variant.1.ru': 'Иначе' }
  expect(editedIn(sent, 3)).toMatchObject({ text: { ru: 'Привет' }, variants: [{ ru: 'Иначе' }, {}, {}] })
})
