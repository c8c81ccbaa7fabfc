import Database from 'libsql/promise'

export interface Checkpointer {
  /** Moves what was written from the log into the database file; asked while at it, it is the same work. */
  run(): Promise<void>
  close(): Promise<void>
}

/**
 * Does on a thread of its own what SQLite else does within a write, every so often: waiting for the disk, which keeps
 * whoever writes for a tenth of a second. Neither readers nor writers wait for this.
 */
export function createCheckpointer(path: string): Checkpointer {
  let connection: Promise<Database> | undefined
  let underway: Promise<void> | undefined
  const checkpoint = async () => {
    connection ??= open(path)
    const database = await connection
    await database.exec('pragma wal_checkpoint(passive)')
  }
  return {
    run: () => {
      underway ??= checkpoint().finally(() => {
        underway = undefined
      })
      return underway
    },
    close: async () => {
      await underway?.catch(() => undefined)
      const database = await connection?.catch(() => undefined)
      database?.close()
    },
  }
}

async function open(path: string): Promise<Database> {
  const database = new Database(path, {})
  await database.exec('pragma busy_timeout = 1000')
  return database
}
