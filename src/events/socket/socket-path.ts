import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SocketPath {
  folder: string
  path: string
}

/** Maximum bytes of a socket's path: the kernel accepts 107 on Linux and 103 elsewhere. */
const longest = 100

/**
 * Returns `events.sock` in the data folder or, if that path is too long, in a private temporary folder.
 * @throws Error if the temporary folder is not private
 */
export function socketPathOf(dataDir: string): SocketPath {
  const folder = realpathSync(dataDir)
  const path = join(folder, 'events.sock')
  if (Buffer.byteLength(path) <= longest) return { folder, path }
  const shared = ownTemporaryFolder()
  return { folder: shared, path: join(shared, `${Bun.hash(folder).toString(36)}.sock`) }
}

/** Any user may create files in the temporary folder: a folder in it is used only if this user alone has access. */
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
