import { afterAll, expect, test } from 'bun:test'
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyOf } from './load-driver.ts'

const folder = mkdtempSync(join(tmpdir(), 'kurs-driver-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const embedded = join(folder, 'embedded')
writeFileSync(embedded, 'a native library')
const driver = { embedded, digest: 'd16e57', bytes: 16 }

test('a copy is made for its user alone, and found again', () => {
  const path = copyOf(driver, folder)
  expect(readFileSync(path, 'utf8')).toBe('a native library')
  expect(lstatSync(path).mode & 0o777).toBe(0o600)
  const { ino } = lstatSync(path)
  expect(copyOf(driver, folder)).toBe(path)
  expect(lstatSync(path).ino).toBe(ino)
  expect(copyOf({ ...driver, digest: 'another' }, folder)).not.toBe(path)
})

test.each([
  ['that is cut off', (path: string) => writeFileSync(path, 'a native')],
  ['that others may write', (path: string) => chmodSync(path, 0o666)],
  [
    'that points elsewhere',
    (path: string) => {
      rmSync(path)
      symlinkSync(embedded, path)
    },
  ],
])('a file %s is none, and is replaced', (_, spoil) => {
  const path = copyOf(driver, folder)
  spoil(path)
  expect(copyOf(driver, folder)).toBe(path)
  expect(lstatSync(path).isFile()).toBe(true)
  expect(lstatSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toBe('a native library')
  expect(readFileSync(embedded, 'utf8')).toBe('a native library')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('without a folder to put it there is none', () => {
  expect(() => copyOf(driver, join(folder, 'none'))).toThrow()
})
