import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { makeBackup } from './backup/make-backup.ts'
import { historyDatabase } from './backup/manifest.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { StoreError, s3AddressOf, TimeoutError } from './backup/s3-store.ts'
import { fail, printLine } from './command-line.ts'
import { fileOf } from './data-problem.ts'
import { refuseUsage } from './help/answer-help.ts'

/** Runs `backup`. Exit status 1 when no new file was written. */
export async function runBackup(words: string[], config: Config): Promise<number> {
  const given = readOptions(words, { 'without-history': { type: 'boolean' } })
  const [file, ...others] = given?.positionals ?? []
  if (!given || !file?.trim() || others.length > 0) return refuseUsage('backup')
  if (/(^|\/)$/.test(s3AddressOf(file)?.key ?? file)) return fail(2, `${file} is a folder.\nName a file in it.`)
  const outcome = await makeBackup(config, file, { withoutHistory: given.values['without-history'] }).catch(ofStore)
  switch (outcome.status) {
    case 'made':
      printLine(`${file}: ${outcome.files.join(', ')}; ${mebibytes(outcome.bytes)}`)
      for (const url of outcome.elsewhere) printLine(`${url} is on its own server and not included: back it up there.`)
      for (const name of outcome.without)
        printLine(`${name} is not included: a restored server fetches its prices again.`)
      return 0
    case 'store':
      return fail(1, outcome.problem)
    case 'exists':
      return fail(1, `${file} is there already.\nName another file, or move that one away.`)
    case 'no-folder':
      return fail(1, `${file}: there is no such folder.\nMake it, or name another.`)
    case 'elsewhere':
      return fail(1, `${outcome.url} is on a server of its own.\nSave it with that server's own means.`)
    case 'no-room':
      return fail(
        1,
        `${outcome.folder}: ${mebibytes(outcome.needed)} are needed and ${mebibytes(outcome.free)} are free.\nFree some space.`,
      )
    case 'nothing':
      return fail(1, `DATA_DIR=${config.dataDir} has no databases yet.\nNothing was saved.`)
  }
}

/** Runs `restore`. Exit status 1 when nothing was changed. */
export async function runRestore(words: string[], config: Config): Promise<number> {
  const given = readOptions(words, { replace: { type: 'boolean' }, 'end-access': { type: 'boolean' } })
  const [file, ...others] = given?.positionals ?? []
  if (!given || !file?.trim() || others.length > 0) return refuseUsage('restore')
  const { replace: replaces = false, 'end-access': endsAccess = false } = given.values
  const outcome = await restoreBackup(config, file, { replaces, endsAccess }).catch(ofStore)
  switch (outcome.status) {
    case 'restored': {
      const { madeAt, release } = outcome.manifest
      printLine(`${config.dataDir}: ${outcome.files.join(', ')} as of ${madeAt}, saved by release ${release}`)
      for (const path of outcome.aside) printLine(`The previous file was moved to ${path}.`)
      if (outcome.manifest.without?.includes(`${historyDatabase}.db`)) printLine(historyOf(config))
      if (outcome.paused > 0) {
        printLine(
          'Broadcasts and series in progress were paused, because messages may have been sent since the backup. Check each before you resume it.',
        )
      }
      if (outcome.access > 0) printLine(accessOf(outcome.access, endsAccess))
      return 0
    }
    case 'store':
      return fail(1, `${outcome.problem}\nNothing was changed.`)
    case 'occupied':
      return fail(1, `${outcome.path} is there already.\nName an empty DATA_DIR, or put it aside with --replace.`)
    case 'in-use':
      return fail(1, `${outcome.path} is open in another process.\nStop every process that uses it and try again.`)
    case 'elsewhere':
      return fail(1, `${outcome.url} is on a server of its own.\nA backup is restored to files in DATA_DIR only.`)
    case 'unreadable':
      return fail(
        1,
        `${file}: there is no such file.${outcome.newest ? `\nThe newest there is ${outcome.newest}` : ''}`,
      )
    case 'refused':
      return fail(1, `${file} ${outcome.reason}.\nNothing was changed.`)
  }
}

/** Returns the problem of a StoreError. @throws any other error unchanged */
function ofStore(error: unknown): { status: 'store'; problem: string } {
  if (!(error instanceof StoreError)) throw error
  // Exits by force, because an unanswered request cannot be canceled and would keep this process alive.
  if (error.cause instanceof TimeoutError) setTimeout(() => process.exit(1), 1000).unref()
  return { status: 'store', problem: error.message }
}

const stays = 'Bans, passwords, second factors, passkeys and Telegram links are as they were at the time of the backup.'

function accessOf(count: number, hasEnded: boolean): string {
  return hasEnded
    ? `Ended sessions, links and API tokens: ${count}. ${stays}`
    : `Restored sessions, links and API tokens: ${count}. Some may have been revoked since. Use "--end-access" to restore without them. ${stays}`
}

/** Describes the price history after restoring a backup that has none */
function historyOf(config: Config): string {
  const path = fileOf(config, historyDatabase)
  if (!path || existsSync(path)) return 'The backup has no prices; those that are there stay.'
  return `The backup has no prices. The next start fetches ${config.HISTORY_DAYS} days of them (HISTORY_DAYS); import older ones again with "candles import".`
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

function readOptions<Options extends Record<string, { type: 'boolean' }>>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch {
    return undefined
  }
}
