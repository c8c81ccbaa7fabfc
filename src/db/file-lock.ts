import Database from 'libsql'

export interface FileLock {
  release(): void
}

/** Until the process ends, however it ends. @returns nothing while somebody holds it. @throws Error: cannot be made */
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
