import { existsSync } from 'node:fs'
import { link } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { openStore, type S3Address, s3AddressOf } from './s3-store.ts'

export type TargetObstacle =
  /** A file of that name exists already. */
  { status: 'exists' } | { status: 'no-folder' }

/** Destination of one backup. Methods throw file system errors or StoreError. */
export interface BackupTarget {
  /** Folder where the backup is prepared before it is put in place */
  draftFolder: string
  obstacle(): Promise<TargetObstacle | undefined>
  /** Atomic: the whole file appears, or nothing */
  put(packed: string, signal: AbortSignal | undefined): Promise<void>
}

/** @param place  a path, or `s3://BUCKET/KEY` */
export function openTarget(config: Config, place: string): BackupTarget {
  const address = s3AddressOf(place)
  return address ? targetInStore(config, address) : targetOnDisk(resolve(place))
}

function targetOnDisk(file: string): BackupTarget {
  const draftFolder = dirname(file)
  return {
    draftFolder,
    obstacle: async () => {
      if (existsSync(file)) return { status: 'exists' }
      return existsSync(draftFolder) ? undefined : { status: 'no-folder' }
    },
    // `link` fails if a file of that name was created in the meantime, so that file is never overwritten.
    put: (packed) => link(packed, file),
  }
}

function targetInStore(config: Config, { bucket, key }: S3Address): BackupTarget {
  const store = openStore(config, bucket)
  return {
    draftFolder: config.dataDir,
    obstacle: async () => ((await store.has(key)) ? { status: 'exists' } : undefined),
    put: (packed, signal) => store.upload(packed, key, signal),
  }
}
