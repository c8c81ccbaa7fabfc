import { expect, test } from 'bun:test'
import { chatName } from './chat-name.ts'

const named = (name: string, username: string | null = null) => chatName({ chatId: 42, name, username })

test('a chat is shown with its unique user name, or else with its number', () => {
  expect(named('Анна', 'anna')).toBe('Анна (@anna)')
  expect(named('Анна')).toBe('Анна (42)')
  expect(named('', 'anna')).toBe('@anna')
  expect(named('')).toBe('42')
})

test.each([
  ['(@ivan)', '(ivan) (42)'],
  ['Ivan (@ivan)', 'Ivan (ivan) (42)'],
  ['Ivan (＠ivan) ﹫admin', 'Ivan (ivan) admin (42)'],
  ['Ivan \u202e(navi@)', 'Ivan (navi) (42)'],
  ['Ivan\n\n“ok”\u2029 «да»', 'Ivan ok да (42)'],
  ['\u3164@', '42'],
])('a freely chosen name cannot pass for a user name: %j', (name, shown) => {
  expect(named(name)).toBe(shown)
  expect(named(`${name} (@ivan)`, 'evil')).toEndWith('(ivan) (@evil)')
})
