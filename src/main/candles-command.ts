import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { type ImportOutcome, importArchive } from '../market/archive/import-archive.ts'
import { createFeed, readsArchives } from '../market/feed/create-feed.ts'
import { createProgress, fail } from './command-line.ts'
import { openDatabase } from './databases.ts'
import { refuseUsage } from './help/answer-help.ts'
import { lockFeedForCommand } from './other-processes.ts'

/** Runs `candles import`. Exit status 1 when the archive or the stored candles do not allow it. */
export async function runCandles(words: string[], config: Config): Promise<number> {
  const [act, ...rest] = words
  const given = readOptions(rest)
  const [path] = given?.positionals ?? []
  if (act !== 'import' || !given || !path || given.positionals.length > 1) {
    return refuseUsage('candles')
  }
  const { asset, tf = '1', json = false } = given.values
  if (!asset) return refuseUsage('candles', '"candles import" needs --asset.')
  if (tf !== '1') {
    return fail(
      2,
      `--tf ${tf}: longer candles are built from minutes. Import an archive of one-minute candles (--tf 1).`,
    )
  }
  if (!readsArchives(config.FEED)) {
    return fail(
      1,
      `FEED is ${config.FEED ?? 'demo'}: its prices cannot be mixed with an archive from an exchange.\nSet FEED=binance, for this command and for the server.`,
    )
  }
  const feed = createFeed(config.FEED)
  const instrument = feed.instruments.find((known) => known.asset === asset)
  if (!instrument) {
    return fail(1, `--asset ${asset}: expected one of ${feed.instruments.map((known) => known.asset).join(', ')}.`)
  }
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const borrowed = await lockFeedForCommand(config)
  if (!borrowed) {
    return fail(1, 'A server follows prices here and would not see the import. Stop it first.')
  }
  const db = await openDatabase(config, 'market')
  const progress = createProgress(process.stderr)
  const startedAt = performance.now()
  try {
    const { source } = feed
    const outcome = await importArchive({ db, path, instrument, source, now: Date.now(), onProgress: progress.update })
    progress.end()
    return report(outcome, { path, asset, seconds: (performance.now() - startedAt) / 1000, json })
  } finally {
    await db.close()
    await borrowed.disposeAsync()
  }
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { asset: { type: 'string' }, tf: { type: 'string' }, json: { type: 'boolean' } },
    })
  } catch {
    return undefined
  }
}

interface About {
  path: string
  asset: string
  seconds: number
  json: boolean
}

function report(outcome: ImportOutcome, { path, asset, seconds, json }: About): number {
  const isDone = outcome.status === 'imported'
  if (json) {
    const whole = { ...outcome, file: path, asset, seconds: Math.round(seconds * 100) / 100 }
    process.stdout.write(`${JSON.stringify(whole)}\n`)
    return isDone ? 0 : 1
  }
  switch (outcome.status) {
    case 'imported': {
      const { rows, added, rounded, from, to } = outcome
      const span = `${moment(from)} to ${moment(to)} UTC`
      const finer = rounded > 0 ? `, ${rounded} values rounded to the price and lot steps of ${asset}` : ''
      process.stdout.write(`${asset}, ${span}: ${rows} minutes read, ${added} new${finer}, ${seconds.toFixed(2)} s\n`)
      return 0
    }
    case 'faulty':
      return fail(1, `${path}:${outcome.line}: ${outcome.fault}.\nNothing was imported. Fix the file and try again.`)
    case 'changed':
      return fail(1, `${path} changed while it was being read, so it was imported only in part. Try again.`)
    case 'unreadable':
      return fail(1, `Cannot read ${path} (${outcome.cause}).`)
    case 'empty':
      return fail(1, `${path} has no candles.`)
    case 'other-source':
      return fail(
        1,
        `market.db holds candles of "${outcome.stored}", and two sources cannot be mixed.\nRemove market.db with its -wal and -shm, or point MARKET_DB_URL at another file.`,
      )
  }
}

function moment(time: number): string {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ')
}
