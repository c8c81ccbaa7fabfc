import { afterEach, beforeEach, expect, test } from 'bun:test'
import { accentKey, accountKey } from '../ui/account-storage.ts'
import { forgetAccount, rememberAccount } from './account-data.ts'

const own = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
const browsers = { 'kurs-color-mode': 'dark', 'kurs-banners': 'news' }
const anna = { 'kurs-drawings:anna:BTCUSDT': '[]', 'kurs-message:anna new': '{}' }
const boris = { 'kurs-drawings:boris:BTCUSDT': '[]', 'kurs-message:boris 7 sent': '{}' }

beforeEach(() => {
  const store: Record<string, string> = { ...browsers, ...anna, ...boris, [accountKey]: 'anna', [accentKey]: '' }
  const access = {
    getItem: (key: string) => store[key] ?? null,
    setItem: (key: string, text: string) => Object.assign(store, { [key]: text }),
    removeItem: (key: string) => delete store[key],
  }
  for (const [name, value] of Object.entries(access)) Object.defineProperty(store, name, { value })
  Object.defineProperty(globalThis, 'localStorage', { value: store, configurable: true })
})
afterEach(() => {
  if (own) Object.defineProperty(globalThis, 'localStorage', own)
  else Reflect.deleteProperty(globalThis, 'localStorage')
})

const left = () => Object.keys(localStorage).sort()
const keys = (...stores: object[]) => stores.flatMap((store) => Object.keys(store)).sort()

test('signing in keeps the unsaved work of the user and removes that of others', () => {
  rememberAccount({ id: 'boris', isImpersonated: false })
  expect(left()).toEqual(keys(browsers, boris, { [accountKey]: '', [accentKey]: '' }))
  expect(localStorage.getItem(accountKey)).toBe('boris')
})

test('after a session ends, unsaved work is kept for its author', () => {
  rememberAccount(null)
  expect(left()).toEqual(keys(browsers, anna, boris))
})

test('unsaved work survives impersonation of another user', () => {
  rememberAccount({ id: 'boris', isImpersonated: true })
  expect(left()).toEqual(keys(browsers, anna, boris, { [accountKey]: '', [accentKey]: '' }))
})

test('signing out removes all data of accounts', () => {
  forgetAccount()
  expect(left()).toEqual(keys(browsers))
})
