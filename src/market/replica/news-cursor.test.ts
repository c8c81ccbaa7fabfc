import { expect, test } from 'bun:test'
import { createNewsCursor } from './news.ts'

function begun(published: number, stored = published) {
  let asked = 0
  const cursor = createNewsCursor(() => void asked++)
  cursor.wrote(stored)
  cursor.begin(published)
  return { cursor, asked: () => asked }
}

test('a new cursor has missed all published news, and asks for what is not written', () => {
  expect(createNewsCursor(() => {}).published()).toBe(0)
  expect(createNewsCursor(() => {}).isReadable()).toBe(false)
  const { cursor, asked } = begun(3)
  expect(cursor.published()).toBe(3)
  expect(cursor.missed()).toBe(3)
  expect(asked()).toBe(0)
  expect(cursor.isReadable()).toBe(true)
  expect(cursor.read(2)).toBe(false)
  expect(cursor.read(undefined)).toBe(false)
  expect(cursor.missed()).toBe(3)
  expect(cursor.read(3)).toBe(true)
  expect(cursor.missed()).toBeUndefined()
  expect(cursor.isReadable()).toBe(false)
  const late = begun(3, 2)
  expect(late.asked()).toBe(1)
  expect(late.cursor.isReadable()).toBe(false)
  expect(late.cursor.read(3)).toBe(false)
  late.cursor.wrote(3)
  expect(late.cursor.isReadable()).toBe(true)
  expect(late.cursor.read(3)).toBe(true)
  let asks = 0
  createNewsCursor(() => void asks++).begin(1)
  expect(asks).toBe(1)
})

test('a skipped number counts as missed, and so does a number announced without its news', () => {
  const { cursor, asked } = begun(3)
  cursor.read(3)
  cursor.take(4)
  cursor.take(4)
  cursor.expect(4)
  expect(cursor.published()).toBe(4)
  expect(cursor.missed()).toBeUndefined()
  expect(asked()).toBe(0)
  cursor.take(7)
  expect(cursor.published()).toBe(7)
  expect(cursor.missed()).toBe(6)
  expect(asked()).toBe(1)
  cursor.expect(9)
  expect(cursor.published()).toBe(9)
  expect(cursor.missed()).toBe(9)
  expect(asked()).toBe(2)
  cursor.wrote(9)
  expect(cursor.read(9)).toBe(true)
  cursor.take(10)
  cursor.refuse()
  expect(cursor.published()).toBe(10)
  expect(cursor.missed()).toBe(10)
})

test('missed news may be tried once before it is reported as written', () => {
  const { cursor } = begun(1, 0)
  expect([cursor.mayTry(), cursor.mayTry()]).toEqual([true, false])
  cursor.expect(2)
  expect([cursor.mayTry(), cursor.mayTry()]).toEqual([true, false])
  const first = createNewsCursor(() => {})
  expect(first.mayTry()).toBe(true)
})
