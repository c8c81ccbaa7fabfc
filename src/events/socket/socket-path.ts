import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SocketPath {
  folder: string
  path: string
}

/** The kernel accepts 107 bytes on Linux and 103 elsewhere. */
const longest = 100

/**
 * Returns `events.sock` in the data folder or, if too long, in a private temporary folder. @throws Error: that folder
 * is not private
 */
export function socketPathOf(dataDir: string): SocketPath {
  const folder = realpathSync(dataDir)
  const path = join(folder, 'events.sock')
  if (Buffer.byteLength(path) <= longest) return { folder, path }
  const shared = ownTemporaryFolder()
  return { folder: shared, path: join(shared, `${Bun.hash(folder).toString(36)}.sock`) }
}

/** Anybody may write to the temporary folder: use the folder only if this user owns it and others have no access. */
function ownTemporaryFolder(): string {
  const user = process.getuid?.() ?? 0
  const folder = join(Buffer.byteLength(tmpdir()) < longest / 2 ? tmpdir() : '/tmp', `kurs-${user}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} must be a directory owned by this user, with mode 0700`)
  }
  return folder
}
