import { afterEach, expect, test } from 'bun:test'
import { browserStorage } from './saver.ts'

const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'localStorage', own)
  else Reflect.deleteProperty(globalThis, 'localStorage')
})

function giveStorage(storage: object): void {
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })
}

test('values are kept in local storage', () => {
  const held = new Map<string, string>()
  giveStorage({
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  })
  const locals = browserStorage()
  locals.setItem('a', '1')
  expect(locals.getItem('a')).toBe('1')
  expect(held.get('a')).toBe('1')
  expect(browserStorage().getItem('a')).toBe('1')
  locals.removeItem('a')
  expect(locals.getItem('a')).toBeNull()
  expect(held.size).toBe(0)
})

test('values that storage refuses last as long as the page', () => {
  const refuse = () => {
    throw new Error('QuotaExceededError')
  }
  giveStorage({ getItem: refuse, setItem: refuse, removeItem: refuse })
  const locals = browserStorage()
  expect(locals.getItem('a')).toBeNull()
  locals.setItem('a', '1')
  expect(locals.getItem('a')).toBe('1')
  locals.removeItem('a')
  expect(locals.getItem('a')).toBeNull()
})
