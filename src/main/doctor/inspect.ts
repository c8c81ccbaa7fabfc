import type { Config } from '../../config.ts'
import { openDb, type Reader } from '../../db/client.ts'
import { openReadOnlyFile } from '../../db/read-only-file.ts'
import { type DatabaseName, damageError, fileOf, obstacleTo, problemOf, rootMessage } from '../data-problem.ts'

/**
 * Runs a check on a database.
 * @param isThorough  also checks the integrity of the file and whether it is writable
 * @returns the check's result, or why the database cannot be used
 */
export async function inspect(
  config: Config,
  name: DatabaseName,
  check: (db: Reader) => Promise<string>,
  isThorough = false,
): Promise<string> {
  const path = fileOf(config, name)
  try {
    return path ? await inspectFile(path, check, isThorough) : await inspectServer(config, name, check)
  } catch (error) {
    return problemOf(config, name, error) ?? rootMessage(error)
  }
}

async function inspectServer(config: Config, name: DatabaseName, check: (db: Reader) => Promise<string>) {
  const db = await openDb({ ...config.databases[name], readOnly: true })
  try {
    return await check(db)
  } finally {
    await db.close()
  }
}

async function inspectFile(path: string, check: (db: Reader) => Promise<string>, isThorough: boolean) {
  const file = openReadOnlyFile(path)
  try {
    const damage = isThorough ? file.damage() : undefined
    if (damage !== undefined) throw damageError(damage)
    return (isThorough ? obstacleTo(path) : undefined) ?? (await check(file))
  } finally {
    file.close()
  }
}
