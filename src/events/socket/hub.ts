import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '../../log/logger.ts'
import type { Transport, TransportListener } from '../transport.ts'
import { type Connection, frameOf, openConnection } from './connection.ts'
import { encodeFrame } from './frames.ts'

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

/** First frame of every connection, by which processes of different releases detect each other */
export const greeting = 'kurs events 1'
const maxPeers = 64

export interface HubOptions {
  socket: SocketPath
  log: Pick<Logger, 'info' | 'warn'>
}

/** Opens the hub, which forwards messages between processes. @throws Error if the socket cannot be created */
export async function openHub({ socket, log }: HubOptions, listener: TransportListener): Promise<Transport> {
  const peers = new Set<Connection>()
  const hello = encodeFrame(greeting) ?? new Uint8Array()
  const tooLong = (bytes: number) => log.warn('Event too long: not sent to other processes', { bytes })

  const accept = (stream: Socket) => {
    if (peers.size >= maxPeers) {
      stream.destroy()
      return log.warn('Event hub full: refused a process', { max: maxPeers })
    }
    const peer = openConnection(stream, {
      onText: (text) => {
        const frame = encodeFrame(text)
        if (frame) for (const other of [...peers]) if (other !== peer) other.send(frame)
        listener.onMessage(text)
      },
      onEnd: (fault) => {
        peers.delete(peer)
        if (fault) log.warn('Event hub: disconnected a process', { fault })
      },
    })
    peers.add(peer)
    peer.send(hello)
  }
  const server = createServer(accept)
  const ownFile = await listen(server, socket)
  // Errors after listening has started belong to single connections, which handle them.
  server.on('error', () => {})
  log.info('event hub listening for other processes', { socket: socket.path })
  return {
    send: (message) => {
      if (peers.size === 0) return
      const frame = frameOf(message, tooLong)
      if (frame) for (const peer of [...peers]) peer.send(frame)
    },
    hasOthers: () => peers.size > 0,
    close: async () => {
      if (statSync(socket.path, { throwIfNoEntry: false })?.ino === ownFile) rmSync(socket.path)
      for (const peer of peers) peer.close()
      peers.clear()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Creates the socket in a private folder, then moves it into place: other users can never connect to it. */
async function listen(server: ReturnType<typeof createServer>, { folder, path }: SocketPath): Promise<number> {
  const privateFolder = mkdtempSync(join(folder, '.ev'))
  const draft = join(privateFolder, 's')
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(draft, () => {
        server.off('error', reject)
        resolve()
      })
    })
    chmodSync(draft, 0o600)
    renameSync(draft, path)
    return statSync(path).ino
  } finally {
    rmSync(draft, { force: true })
    rmdirSync(privateFolder)
  }
}
