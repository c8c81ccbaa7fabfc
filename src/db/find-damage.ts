import Database from 'libsql/promise'

/**
 * Checks the integrity of a whole file on a separate thread, at about 7 ms per megabyte.
 * @returns the first damage found, otherwise undefined.
 * @throws SqliteError when the file cannot be read at all
 */
export async function findDamage(path: string): Promise<string | undefined> {
  const database = new Database(path, {})
  try {
    for (const pragma of ['busy_timeout = 1000', 'temp_store = memory']) await database.exec(`pragma ${pragma}`)
    // Stores the result in a temp table: the driver runs queries on the calling thread, and only statements without
    // result rows on another.
    await database.exec("create temp table found as select quick_check as words from pragma_quick_check(1, 'main')")
    const found = await database.prepare('select words from found')
    const { words } = await found.get()
    return words === 'ok' ? undefined : String(words)
  } finally {
    database.close()
  }
}
