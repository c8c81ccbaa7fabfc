/** Keeps a copy of a server's database: the driver does it while its thread waits for the network, so in one of its own. */
import Database from 'libsql'
import type { ReplicaPlace, SyncAnswer } from './replica-thread.ts'

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
    replica.sync()
    return {}
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

/** @throws Error while the server is away */
function open({ path, url, authToken }: ReplicaPlace): Database.Database {
  const options = { syncUrl: url, authToken }
  return new Database(path, options)
}
