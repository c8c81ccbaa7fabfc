import Database from 'libsql/promise'

export interface Checkpointer {
  run(): Promise<void>
  close(): Promise<void>
}

/** Runs checkpoints on a separate thread: as part of a write they would block this one for a tenth of a second. */
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
