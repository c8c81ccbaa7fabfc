import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { BroadcastContent } from '../content.ts'
import { findUnsavedCopy, messageCopyKey, saveCopy } from './local-copy.ts'
import { emptyContent } from './read-message.ts'

const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
const held = new Map<string, string>()
beforeEach(() => {
  held.clear()
  const value = {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
  }
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true })
})
afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'localStorage', own)
  else Reflect.deleteProperty(globalThis, 'localStorage')
})

const contentOf = (ru: string): BroadcastContent => ({ ...emptyContent, text: { ru, en: '' } })
const shown = { content: contentOf(''), name: 'As shown' }

test('a copy that only the browser has is returned with its name', () => {
  saveCopy('a', { content: contentOf('Long'), name: 'Own' })
  expect(findUnsavedCopy('a', shown)).toEqual({ content: contentOf('Long'), name: 'Own' })
})

test('an older copy without a name gets the name that the page shows', () => {
  held.set(messageCopyKey('a'), JSON.stringify({ content: contentOf('Long') }))
  expect(findUnsavedCopy('a', shown)).toEqual({ content: contentOf('Long'), name: 'As shown' })
  expect(held.size).toBe(1)
})

test('a copy equal to the page is deleted, and so is an invalid one', () => {
  for (const copy of [shown, { content: shown.content }, { content: { text: 1 } }, 7]) {
    held.set(messageCopyKey('a'), JSON.stringify(copy))
    expect(findUnsavedCopy('a', shown)).toBeUndefined()
    expect(held.size).toBe(0)
  }
})
