import Database from 'libsql'

export interface FileLock {
  release(): void
}

/**
 * Takes a lock that is held until the caller releases it or the process ends. @returns undefined while another process
 * holds it. @throws Error if the file cannot be created
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
