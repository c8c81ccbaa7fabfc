import { afterEach, expect, test } from 'bun:test'
import { createDrawingDesk } from './desk.ts'
import type { Drawing } from './drawing.ts'
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

test('the style of a template is that of new drawings of its kind, also on the next page', () => {
  const held = new Map<string, string>()
  giveStorage({
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  })
  const template: Drawing = {
    id: '00000000-0000-4000-8000-000000000001',
    kind: 'ray',
    color: '#ff0000',
    width: 3,
    dash: 'dotted',
    points: [
      [0, 1],
      [1, 2],
    ],
  }
  createDrawingDesk('one').setTemplate('ray', template)
  const desk = createDrawingDesk('one')
  const usual = desk.color.peek()
  expect(desk.styleOf('ray')).toEqual({ color: '#ff0000', width: 3, dash: 'dotted' })
  expect(desk.styleOf('line')).toEqual({ color: usual })
  desk.choose('line')
  expect(desk.color.peek()).toBe(usual)
  desk.choose('ray')
  expect(desk.color.peek()).toBe('#ff0000')
  desk.setTemplate('ray', undefined)
  expect(desk.templateOf('ray')).toBeUndefined()
  // Broken or foreign values count as none.
  for (const broken of ['{', '[7]', '{"ray":1}']) {
    for (const key of held.keys()) held.set(key, broken)
    expect(createDrawingDesk('one').templateOf('ray')).toBeUndefined()
  }
})
