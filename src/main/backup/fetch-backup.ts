import { dirname } from 'node:path'
import type { Config } from '../../config.ts'
import { openStore, type S3Address } from './s3-store.ts'

/** @returns false where there is no such object. @throws what the disk says, or StoreError */
export async function fetchBackup(config: Config, { bucket, key }: S3Address, to: string): Promise<boolean> {
  if (key === '' || key.endsWith('/')) return false
  try {
    return await openStore(config, bucket).download(key, to)
  } catch (error) {
    // Bun names no path.
    throw error instanceof Error && 'code' in error ? Object.assign(error, { path: dirname(dirname(to)) }) : error
  }
}

/** The last by name in the folder that an address names, or in that of the object which it names */
export async function newestBeside(config: Config, { bucket, key }: S3Address): Promise<string | undefined> {
  const folder = key.slice(0, key.lastIndexOf('/') + 1)
  const newest = (await openStore(config, bucket).list(folder)).findLast((found) => found.endsWith('.tar.gz'))
  return newest && `s3://${bucket}/${newest}`
}
