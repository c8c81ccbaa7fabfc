import Database from 'libsql'

export interface FileLock {
  release(): void
}

/**
 * Takes a lock that is held until it is released or the process ends.
 * @returns undefined while it is held.
 * @throws Error if the file cannot be created
 */
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
