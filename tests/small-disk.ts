import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @returns whether it could be done */
export function command(words: string[]): boolean {
  const [name = '', ...rest] = words
  return spawnSync(name, rest, { stdio: 'ignore' }).status === 0
}

/** Whether whoever runs the tests may mount disks. */
export function canMount(): boolean {
  const probe = join(tmpdir(), `kurs-mount-${process.pid}`)
  if (!command(['mkdir', probe])) return false
  const can = command(['mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe])
  if (can) command(['umount', probe])
  command(['rmdir', probe])
  return can
}

/** Writes a file until its disk has no room for one byte more. */
export function fillDisk(path: string): void {
  const file = openSync(path, constants.O_CREAT | constants.O_WRONLY)
  for (const size of [1024 * 1024, 4096]) {
    const bytes = new Uint8Array(size)
    try {
      for (;;) writeSync(file, bytes)
    } catch (error) {
      // Full, to the last piece of this size.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  closeSync(file)
}
