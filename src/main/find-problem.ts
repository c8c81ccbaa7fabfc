import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { openReadOnlyFile } from '../db/read-only-file.ts'
import { UnwritableError } from '../db/unwritable.ts'
import { type DatabaseName, databaseNames, fileOf, isDamage, placeOf, problemOf } from './data-problem.ts'

/**
 * Finds the database behind an error, because damage and full disks may only show in later errors. @returns the problem
 * and its remedy; undefined if no data is affected
 */
export async function findProblem(config: Config, error: unknown): Promise<string | undefined> {
  const ofFile = fileProblem(error)
  if (ofFile) return ofFile
  const names = isDamage(error) ? databaseNames.filter((name) => isDamaged(config, name)) : written(config, error)
  const problems = names.flatMap((name) => problemOf(config, name, error) ?? [])
  return problems.length > 0 ? problems.join('\n') : undefined
}

const fileProblems: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'there is no room left for this user',
  EROFS: 'it is on a read-only disk',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
}

/** Describes an error of a file other than a database: pictures, builds, the secret */
function fileProblem(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return undefined
  const problem = fileProblems[String(error.code)]
  return (
    problem &&
    `${error.path} cannot be read or written: ${problem}.\nMake room or give the right to it, then start again.`
  )
}

function written(config: Config, error: unknown): DatabaseName[] {
  if (!(error instanceof UnwritableError)) return []
  return databaseNames.filter((name) => placeOf(config, name).endsWith(error.database))
}

function isDamaged(config: Config, name: DatabaseName): boolean {
  const path = fileOf(config, name)
  return path !== undefined && existsSync(path) && damageOf(path) !== undefined
}

/** Checks a database file. @returns the first damage found, in SQLite's words; undefined if there is none */
function damageOf(path: string): string | undefined {
  try {
    const file = openReadOnlyFile(path)
    try {
      return file.damage()
    } finally {
      file.close()
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
