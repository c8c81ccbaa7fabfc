/**
 * Keeps a copy of a server's database in a worker, because the driver blocks its thread while it waits for the network.
 */
import Database from 'libsql'
import { z } from 'zod'
import type { ReplicaPlace, SyncAnswer } from './replica-thread.ts'

/** Actual return value of the driver's sync, which differs from its types */
const positionSchema = z.object({ frame_no: z.number() }).transform(({ frame_no: position }) => ({ position }))

let place: ReplicaPlace | undefined
let replica: Database.Database | undefined

self.onmessage = ({ data }: MessageEvent<ReplicaPlace | 'sync'>) => {
  if (data === 'sync') self.postMessage(sync())
  else place = data
}

function sync(): SyncAnswer {
  try {
    if (!place) throw new Error('There is no place for the copy')
    replica ??= open(place)
    return positionSchema.parse(replica.sync())
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

/** Opens the copy. @throws Error while the server is away */
function open({ path, url, authToken }: ReplicaPlace): Database.Database {
  const options = { syncUrl: url, authToken }
  return new Database(path, options)
}
