import Database from 'libsql'

export interface FileLock {
  release(): void
}

/** Held until the process ends, however. @returns nothing while it is held. @throws Error: the file cannot be made */
export function takeFileLock(path: string): FileLock | undefined {
  const connection = new Database(path)
  try {
    connection.exec('pragma busy_timeout = 0')
    connection.exec('begin immediate')
  } catch (error) {
    connection.close()
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return undefined
    throw error
  }
  return {
    release: () => {
      connection.exec('rollback')
      connection.close()
    },
  }
}
