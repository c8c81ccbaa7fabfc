import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs a command. @returns whether it succeeded */
export function command(words: string[]): boolean {
  const [name = '', ...rest] = words
  return spawnSync(name, rest, { stdio: 'ignore' }).status === 0
}

/** Returns whether the user who runs the tests may mount disks. */
export function canMount(): boolean {
  const probe = join(tmpdir(), `kurs-mount-${process.pid}`)
  if (!command(['mkdir', probe])) return false
  const can = command(['mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe])
  if (can) command(['umount', probe])
  command(['rmdir', probe])
  return can
}

/** Writes a file until its disk is full to the last byte. */
export function fillDisk(path: string): void {
  const file = openSync(path, constants.O_CREAT | constants.O_WRONLY)
  for (const size of [1024 * 1024, 4096]) {
    const bytes = new Uint8Array(size)
    try {
      for (;;) writeSync(file, bytes)
    } catch (error) {
      // The disk has no room for another block of this size.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
  closeSync(file)
}
