import { afterAll, expect, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DataError } from '../start-errors.ts'
import { copyOf, loadDriver } from './load-driver.ts'
import { driverOf, ownTarget } from './native-driver.ts'

const folder = mkdtempSync(join(tmpdir(), 'kurs-driver-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const embedded = join(folder, 'embedded')
writeFileSync(embedded, 'a native library')
const driver = { embedded, digest: 'd16e57', bytes: 16 }

test('a copy is created with mode 0600 and reused', () => {
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
])('a file %s is replaced', (_, spoil) => {
  const path = copyOf(driver, folder)
  spoil(path)
  expect(copyOf(driver, folder)).toBe(path)
  expect(lstatSync(path).isFile()).toBe(true)
  expect(lstatSync(path).mode & 0o777).toBe(0o600)
  expect(readFileSync(path, 'utf8')).toBe('a native library')
  expect(readFileSync(embedded, 'utf8')).toBe('a native library')
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
})

test('throws if the folder does not exist', () => {
  expect(() => copyOf(driver, join(folder, 'none'))).toThrow()
})

test('old copies of other releases are removed when a new one is made', () => {
  const place = mkdtempSync(join(folder, 'left-'))
  const user = process.getuid?.()
  const names = {
    old: `kurs-${user}-0ld.node`,
    young: `kurs-${user}-y0ung.node`,
    draft: `kurs-${user}-0ld.node.01234567-89ab-cdef-0123-456789abcdef.part`,
    foreign: 'kurs-other.node',
    folder: `kurs-${user}-f01der.node`,
  }
  const before = Date.now() / 1000 - 3601
  mkdirSync(join(place, names.folder))
  for (const name of [names.old, names.young, names.draft, names.foreign]) writeFileSync(join(place, name), 'a library')
  for (const name of [names.old, names.draft, names.foreign, names.folder])
    utimesSync(join(place, name), before, before)
  const made = copyOf(driver, place)
  const wanted = [basename(made), names.young, names.foreign, names.folder]
  expect(readdirSync(place).toSorted()).toEqual(wanted.toSorted())
  utimesSync(join(place, names.young), before, before)
  // Makes a new copy, because old copies are cleaned up only then.
  copyOf(driver, place)
  expect(readdirSync(place)).toContain(names.young)
})

test.skipIf(!existsSync('/proc/self/maps'))('a copy that a process has loaded is kept', () => {
  const place = mkdtempSync(join(folder, 'used-'))
  const used = join(place, `kurs-${process.getuid?.()}-05ed.node`)
  copyFileSync(require.resolve(`@libsql/${driverOf(ownTarget() ?? 'linux-x64')}`), used)
  process.dlopen({ exports: {} }, used)
  utimesSync(used, 1, 1)
  copyOf(driver, place)
  expect(existsSync(used)).toBe(true)
})

test('a folder that cannot hold or run a copy is skipped', () => {
  const place = mkdtempSync(join(folder, 'second-'))
  const tried: string[] = []
  const load = (path: string) => {
    tried.push(path)
    if (path.startsWith(join(folder, 'noexec'))) throw new Error('failed to map segment from shared object')
    return 'loaded'
  }
  mkdirSync(join(folder, 'noexec'))
  expect(loadDriver(driver, load, [join(folder, 'none'), join(folder, 'noexec'), place])).toBe('loaded')
  expect(tried.map(dirname)).toEqual([join(folder, 'noexec'), place])
})

test('a failure lists the folders that were tried and a remedy', () => {
  const load = (path: string) => {
    throw new Error(path === embedded ? 'no room for it either' : 'may not be run')
  }
  const start = () => loadDriver(driver, load, [join(folder, 'none'), folder])
  expect(start).toThrow(DataError)
  expect(start).toThrow(
    new RegExp(
      `^The database driver needs 1 MB .*\n  ${folder}/none: ENOENT: .*\n  ${folder}: may not be run\nFree some space there, or name another folder with TMPDIR\\.$`,
    ),
  )
})
