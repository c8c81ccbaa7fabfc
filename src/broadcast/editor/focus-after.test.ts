import { expect, test } from 'bun:test'
import { changeForm } from './change-form.ts'
import { focusAfter } from './focus-after.ts'
import { emptyContent } from './read-message.ts'

const button = (label: string) => ({ text: { ru: label }, url: '' })
const before = {
  ...emptyContent,
  media: [{ kind: 'photo', file: 'a' } as const],
  buttons: [[button('a'), button('b')], [button('c')]],
}
const after = (said: string, focused = '') => focusAfter(before, changeForm(before, said), said, focused)

test('the focus follows a moved button, in the same field', () => {
  expect(after('button.right-0-0', 'button.0.0.en')).toBe('[name="button.0.1.en"]')
  expect(after('button.up-1-0', 'button.1.0.value')).toBe('[name="button.0.2.value"]')
  expect(after('button.up-0-0', 'button.up-0-0')).toBe('[value="button.up-0-0"]')
  expect(after('button.down-0-1', 'button.down-0-1')).toBe('[value="button.down-1-1"]')
  expect(after('button.down-9-9')).toBeUndefined()
})

test('the focus goes to an added field, or beside a removed one', () => {
  expect(after('row.add')).toBe('[name="button.2.0.ru"]')
  expect(after('button.add-0')).toBe('[name="button.0.2.ru"]')
  expect(after('media.add')).toBe('[name="media.1.file"]')
  expect(after('media.remove-0')).toBe('[value="media.add"]')
  expect(after('button.remove-0-0')).toBe('[value="row.add"]')
})
