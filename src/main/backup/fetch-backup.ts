import { dirname } from 'node:path'
import type { Config } from '../../config.ts'
import { openStore, type S3Address } from './s3-store.ts'

/** @returns false if there is no such object. @throws file system errors or StoreError */
export async function fetchBackup(config: Config, { bucket, key }: S3Address, to: string): Promise<boolean> {
  if (key === '' || key.endsWith('/')) return false
  try {
    return await openStore(config, bucket).download(key, to)
  } catch (error) {
    // Bun's error has no path.
    throw error instanceof Error && 'code' in error ? Object.assign(error, { path: dirname(dirname(to)) }) : error
  }
}

/** Last backup by name in the folder of the given key */
export async function newestBeside(config: Config, { bucket, key }: S3Address): Promise<string | undefined> {
  const folder = key.slice(0, key.lastIndexOf('/') + 1)
  const newest = (await openStore(config, bucket).list(folder)).findLast((found) => found.endsWith('.tar.gz'))
  return newest && `s3://${bucket}/${newest}`
}
