import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SocketPath {
  /** Where the socket lies */
  folder: string
  path: string
}

/** The kernel takes 107 bytes on Linux and 103 elsewhere. */
const longest = 100

/**
 * `events.sock` in the data folder; where that path is too long for a socket, a name made from it in a folder of this
 * user's below the system's temporary one. All processes on one folder find the same.
 * @throws Error when the temporary folder is somebody else's
 */
export function socketPathOf(dataDir: string): SocketPath {
  const folder = realpathSync(dataDir)
  const path = join(folder, 'events.sock')
  if (Buffer.byteLength(path) <= longest) return { folder, path }
  const shared = ownTemporaryFolder()
  return { folder: shared, path: join(shared, `${Bun.hash(folder).toString(36)}.sock`) }
}

/** Anybody may write to the temporary folder: what lies there is used when it is ours and nobody else's. */
function ownTemporaryFolder(): string {
  const user = process.getuid?.() ?? 0
  const folder = join(Buffer.byteLength(tmpdir()) < longest / 2 ? tmpdir() : '/tmp', `kurs-${user}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} has to be a folder of this user's that nobody else may enter`)
  }
  return folder
}
