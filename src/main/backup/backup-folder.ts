import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type FileLock, takeFileLock } from '../../db/file-lock.ts'
import { openStore, type S3Address, s3AddressOf } from './s3-store.ts'

/** Where scheduled backups are kept. Methods throw what the disk says, or StoreError. */
export interface BackupFolder {
  /** Of all that is in it, not only of backups */
  names(): Promise<string[]>
  /** For `makeBackup` */
  placeOf(name: string): string
  remove(name: string): Promise<void>
  /** Held by one process at a time; undefined while another has it */
  lock(): Promise<FileLock | undefined>
}

/** @param place  a path, or `s3://BUCKET/FOLDER` */
export function openBackupFolder(config: Config, place: string): BackupFolder {
  const address = s3AddressOf(place)
  return address ? folderOfStore(config, address) : folderOfDisk(place)
}

function folderOfDisk(path: string): BackupFolder {
  return {
    names: () => readdir(path),
    placeOf: (name) => join(path, name),
    remove: (name) => rm(join(path, name)),
    lock: async () => {
      await mkdir(path, { recursive: true, mode: 0o700 })
      return takeFileLock(join(path, 'backup.lock'))
    },
  }
}

/** Stores have no locks: the processes of one installation share its data folder. */
function folderOfStore(config: Config, { bucket, key }: S3Address): BackupFolder {
  const prefix = key === '' ? '' : key.replace(/\/*$/, '/')
  const store = openStore(config, bucket)
  return {
    names: async () => {
      const names = (await store.list(prefix)).map((found) => found.slice(prefix.length))
      return names.filter((name) => !name.includes('/'))
    },
    placeOf: (name) => `s3://${bucket}/${prefix}${name}`,
    remove: (name) => store.remove(prefix + name),
    lock: async () => takeFileLock(join(config.dataDir, 'backup.lock')),
  }
}
