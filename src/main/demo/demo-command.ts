import { join } from 'node:path'
import { generateTOTP } from '@oslojs/otp'
import { readableKey } from '../../auth/second-factor/totp.ts'
import { type Config, siteUrlOf } from '../../config.ts'
import { openDb } from '../../db/client.ts'
import type { Bundle } from '../bundle.ts'
import { fail, printLine } from '../command-line.ts'
import { databaseNames, fileOf } from '../data-problem.ts'
import { makeDataFolder } from '../databases.ts'
import { lockFeedForCommand } from '../other-processes.ts'
import {
  contentsOf,
  dropLoneLock,
  isInterrupted,
  openStaging,
  publishStaging,
  removeMade,
  removeStaging,
} from './demo-folder.ts'
import { type DemoMark, isDemo, markName, readMark } from './demo-mark.ts'
import { type FillOptions, fillDemo } from './fill-demo.ts'
import { administrator, shownMembers } from './members.ts'
import { firstChat, maxSubscribers } from './subscriber-names.ts'

export interface DemoOptions {
  config: Config
  bundle: Bundle | undefined
  isRemoval: boolean
}

/** Runs `demo`. Exit status 1 when the folder or the configuration does not allow it. */
export async function runDemo({ config, bundle, isRemoval }: DemoOptions): Promise<number> {
  const problem = configProblem(config)
  if (problem !== undefined) return fail(1, problem)
  return isRemoval ? remove(config) : make(config, bundle)
}

async function make(config: Config, bundle: Bundle | undefined): Promise<number> {
  const { dataDir } = config
  const begun = performance.now()
  const onStep = (step: number, of: number, what: string) => {
    if (step === 1) process.stderr.write(`Filling ${dataDir} with an example. This takes some seconds.\n`)
    process.stderr.write(`  ${step}/${of} ${what}\n`)
  }
  const outcome = await makeDemo(config, { onStep })
  switch (outcome.status) {
    case 'made': {
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      const done = `${dataDir} has an example now, made in ${seconds} s. Its people and prices are made up.`
      return printLine(`${done}\n${nextSteps(config, outcome.mark, bundle)}`)
    }
    case 'known': {
      const { mark } = outcome
      return fail(1, `${dataDir} already has the example, made at ${mark.madeAt}.\n${nextSteps(config, mark, bundle)}`)
    }
    case 'occupied': {
      const { names } = outcome
      const shown = names.slice(0, 4).join(', ') + (names.length > 4 ? ', …' : '')
      return fail(
        1,
        `DATA_DIR=${dataDir}: this folder is not empty: ${shown}. Nothing was changed.\nName an empty or a new folder, such as DATA_DIR=./data-demo.`,
      )
    }
    case 'busy':
      return fail(1, busyWords(dataDir))
  }
}

async function remove(config: Config): Promise<number> {
  const { dataDir } = config
  const outcome = await removeDemo(config)
  switch (outcome.status) {
    case 'removed':
      return printLine(`The example is removed from ${dataDir}.`)
    case 'busy':
      return fail(1, busyWords(dataDir))
    case 'unmarked':
      return fail(1, `${dataDir}: ${unmarkedWords(config)}. Nothing was removed.`)
    case 'foreign':
      return fail(1, `${dataDir}: demo did not make this app.db. Nothing was removed.`)
    case 'strangers':
      return fail(1, `${dataDir} has more than the example: ${strangersIn(outcome)}. Nothing was removed.`)
  }
}

function unmarkedWords(config: Config): string {
  return isDemo(config) ? 'its demo.json cannot be read' : 'demo has not filled this folder'
}

function strangersIn({ logins, chats }: Extract<RemoveOutcome, { status: 'strangers' }>): string {
  const more = logins.length > 5 ? ` and ${logins.length - 5} more` : ''
  const accounts = logins.length > 0 ? [`accounts made since (${logins.slice(0, 5).join(', ')}${more})`] : []
  return [...accounts, ...(chats > 0 ? [`${chats} Telegram subscribers of its own`] : [])].join(' and ')
}

function busyWords(dataDir: string): string {
  return `DATA_DIR=${dataDir}: a server is running on this folder. Nothing was changed.\nStop it first.`
}

/** Describes why the demo cannot run with this configuration */
function configProblem(config: Config): string | undefined {
  const far = databaseNames.find((name) => fileOf(config, name) !== join(config.dataDir, `${name}.db`))
  if (far) {
    return `${far.toUpperCase()}_DB_URL is set, and demo fills files in DATA_DIR alone.\nUnset it, for demo and for the server that shows the example.`
  }
  if (config.FEED === undefined || config.FEED === 'demo') return undefined
  return `FEED=${config.FEED}: the example lives on the demo market.\nUnset FEED, for demo and for the server that shows the example.`
}

/** Quotes a word for use in a shell command */
function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

function nextSteps(config: Config, { passwords, totpKey }: DemoMark, bundle: Bundle | undefined): string {
  const folder = config.DATA_DIR === './data' ? '' : `DATA_DIR=${quoted(config.DATA_DIR)} `
  const program = folder + (bundle?.embedded ? quoted(process.execPath) : 'bun src/main.ts')
  const site = siteUrlOf(config)
  const { ru, en } = shownMembers
  const key = Buffer.from(totpKey, 'base64')
  return `
  start it     ${program} serve
  sign in      ${site}/login or ${site}/en/login
               ${administrator} (administrator), password ${passwords.administrator}
               with the code ${generateTOTP(key, 30, 6)}, good for half a minute: "demo" prints a new one,
               or an authenticator app that is given the key ${readableKey(key)}
               ${ru} (in Russian) or ${en} (in English), password ${passwords.members}
  remove it    ${program} demo --remove`
}

export type MakeOutcome =
  | { status: 'made'; mark: DemoMark }
  /** The demo data exists already, so nothing was created */
  | { status: 'known'; mark: DemoMark }
  /** The folder is not empty; `names` are its files */
  | { status: 'occupied'; names: string[] }
  /** A server follows prices in this folder */
  | { status: 'busy' }

/**
 * Fills an empty data folder, or one in which `demo` was interrupted. The data is prepared in a separate folder and
 * moved in when complete; if the outcome is different or an error is thrown, nothing has changed.
 */
export async function makeDemo(config: Config, options: FillOptions = {}): Promise<MakeOutcome> {
  const mark = readMark(config)
  if (mark && !isInterrupted(config)) return { status: 'known', mark }
  const names = isInterrupted(config) ? [] : contentsOf(config)
  if (names.length > 0) return { status: 'occupied', names }
  await makeDataFolder(config)
  await using lock = await lockFeedForCommand(config)
  if (!lock) return { status: 'busy' }
  if (isInterrupted(config)) removeMade(config, mark?.files ?? [markName, 'market.db'])
  try {
    const aside = await openStaging(config)
    const made = await fillDemo(aside, options)
    publishStaging(config, aside.files)
    return { status: 'made', mark: made }
  } finally {
    removeStaging(config)
  }
}

type RemoveOutcome =
  | { status: 'removed' }
  /** `demo` has not filled this folder, or its mark cannot be read */
  | { status: 'unmarked' }
  /** A server follows prices in this folder */
  | { status: 'busy' }
  /** Logins of accounts and number of chats that `demo` did not create */
  | { status: 'strangers'; logins: string[]; chats: number }
  /** `app.db` is not the one created by `demo` */
  | { status: 'foreign' }

/**
 * Removes the demo data unless accounts or subscribers were added since. If the outcome is different, nothing has
 * changed.
 */
export async function removeDemo(config: Config): Promise<RemoveOutcome> {
  const mark = readMark(config)
  if (!mark) return { status: 'unmarked' }
  await using lock = await lockFeedForCommand(config)
  if (!lock) return { status: 'busy' }
  const refusal = isInterrupted(config) ? undefined : await lookForStrangers(join(config.dataDir, 'app.db'), mark)
  if (refusal) return refusal
  removeMade(config, mark.files)
  dropLoneLock(config)
  return { status: 'removed' }
}

async function lookForStrangers(path: string, mark: DemoMark): Promise<RemoveOutcome | undefined> {
  const db = await openDb({ url: `file:${path}`, readOnly: true })
  try {
    const [accounts, chats] = [
      await db.readAll('select id, login from users order by id')(),
      await db.readOne('select count(*) as count from subscribers where chat_id not between ? and ?')(
        firstChat,
        firstChat + maxSubscribers - 1,
      ),
    ]
    const isMade = (id: unknown) => mark.members.includes(String(id))
    if (!accounts.some(([id]) => isMade(id))) return { status: 'foreign' }
    const logins = accounts.flatMap(([id, login]) => (isMade(id) ? [] : String(login)))
    const count = Number(chats?.count ?? 0)
    return logins.length > 0 || count > 0 ? { status: 'strangers', logins, chats: count } : undefined
  } finally {
    await db.close()
  }
}
