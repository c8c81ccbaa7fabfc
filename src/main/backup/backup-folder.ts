import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { type FileLock, takeFileLock } from '../../db/file-lock.ts'
import { openStore, type S3Address, s3AddressOf } from './s3-store.ts'

/** Storage for scheduled backups. Methods throw file system errors or StoreError. */
export interface BackupFolder {
  /** Names of all files in the folder, not only of backups */
  names(): Promise<string[]>
  /** Returns the location of a backup with this name, to pass to `makeBackup` */
  placeOf(name: string): string
  remove(name: string): Promise<void>
  /** Acquires the lock that only one process can hold; undefined while another process holds it */
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

/** Object stores have no locks: the processes of one installation lock a file in their shared data folder instead. */
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
