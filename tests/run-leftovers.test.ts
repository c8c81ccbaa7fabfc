import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearFolder, endProcesses, mountsBelow, processesOf } from './run-leftovers.ts'
import { canMount, command } from './small-disk.ts'

const isLinux = existsSync('/proc/self/environ')

test('a folder with files, or one already removed, is cleared without a note', async () => {
  const home = await mkdtemp(join(tmpdir(), 'kurs-left-'))
  await writeFile(join(home, 'a'), 'a')
  expect([await clearFolder(home), existsSync(home), await clearFolder(home)]).toEqual([[], false, []])
})

test.skipIf(!isLinux)('processes that name the folder in their environment or arguments are ended', async () => {
  const home = await mkdtemp(join(tmpdir(), 'kurs-left-'))
  const wait = 'process.stdout.write("1"); setInterval(() => {}, 1e6)'
  const children = [
    Bun.spawn([process.execPath, '-e', wait], { env: { TMPDIR: join(home, 'tmp') }, stdout: 'pipe' }),
    Bun.spawn([process.execPath, '-e', wait, '--', join(home, 'program.js')], { stdout: 'pipe' }),
  ]
  await Promise.all(children.map(({ stdout }) => stdout.getReader().read()))
  expect(processesOf(home).sort()).toEqual(children.map(({ pid }) => pid).sort())
  expect(await endProcesses(home, 0)).toEqual(['Ended 2 processes that tests left running.'])
  await Promise.all(children.map(({ exited }) => exited))
  expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', 'SIGKILL'])
  await clearFolder(home)
})

test.skipIf(!canMount())('nested mounts left by tests do not prevent the removal of the folder', async () => {
  const home = await mkdtemp(join(tmpdir(), 'kurs-left-'))
  const outer = join(home, 'a disk')
  const inner = join(outer, 'inner')
  for (const folder of [outer, inner]) {
    await mkdir(folder)
    expect(command(['mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])).toBe(true)
  }
  expect(mountsBelow(home)).toEqual([inner, outer])
  expect(await clearFolder(home)).toEqual(['Unmounted 2 folders that tests left mounted.'])
  expect(existsSync(home)).toBe(false)
})
