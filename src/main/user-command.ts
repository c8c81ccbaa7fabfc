import { parseArgs } from 'node:util'
import { createAccount } from '../auth/account/register.ts'
import { auditStatement } from '../auth/audit.ts'
import { type AuthDeps, createAuthDeps } from '../auth/auth-deps.ts'
import { newLink } from '../auth/link.ts'
import { loginKey } from '../auth/names.ts'
import { findUserByLogin, listAccounts, type UserRow, updateUser } from '../auth/queries.ts'
import { clearSecondFactor } from '../auth/second-factor/second-factor.ts'
import { writeSessionEnd } from '../auth/session/end-sessions.ts'
import { isBanned } from '../auth/user.ts'
import { existingOrTemporarySecret } from '../config/secret.ts'
import { type Config, siteUrlOf } from '../config.ts'
import { createEvents } from '../events/events.ts'
import { defaultLocale, isLocale, locales } from '../i18n/locales.ts'
import { createLogger } from '../log/logger.ts'
import { paths } from '../paths.ts'
import { operator, printLine } from './command-line.ts'
import { openDatabase } from './databases.ts'
import { refuseUsage, usageOf } from './help/answer-help.ts'

type Options = Record<string, string | boolean | undefined>

/** Runs `user …`. Passwords are read from stdin, never from arguments. */
export async function runUser(words: string[], config: Config): Promise<number> {
  const [act = '', ...rest] = words
  const options = readOptions(rest)
  const run = acts[act]
  if (!run || !options) {
    return refuseUsage('user')
  }
  const db = await openDatabase(config, 'app')
  try {
    const log = createLogger({ level: config.LOG_LEVEL, write: (lines) => process.stderr.write(lines) })
    const events = createEvents(log)
    // Creates no secret file: backups would contain it, while the server uses its own `SECRET`.
    const secret = existingOrTemporarySecret(config.dataDir, config.SECRET)
    const siteUrl = siteUrlOf(config)
    const status = await run(createAuthDeps({ db, events, secret, siteUrl, isOpen: true }), options)
    if (act === 'reset' && status === 0 && config.SITE_URL === undefined) {
      process.stderr.write(`SITE_URL is not set here: put the site's own address in the place of ${siteUrl}.\n`)
    }
    return status
  } finally {
    await db.close()
  }
}

const acts: Record<string, (deps: AuthDeps, options: Options) => Promise<number>> = {
  create,
  list,
  reset: (deps, options) => withUser(deps, options, reset),
  ban: (deps, options) => withUser(deps, options, ban),
  unban: (deps, options) => withUser(deps, options, unban),
}

async function create(deps: AuthDeps, options: Options): Promise<number> {
  const login = text(options.login)
  if (!login || !options['password-stdin'])
    return fail(`"user create" needs --login and --password-stdin.\n\n${usageOf('user')}`)
  const password = (await Bun.stdin.text()).replace(/\r?\n$/, '')
  const locale = options.locale ?? defaultLocale
  if (!isLocale(locale)) return fail(`"${locale}" is not a language of this site: use ${locales.join(' or ')}.`)
  const role = options.admin ? 'admin' : 'user'
  const name = text(options.name)
  const made = await createAccount(deps, { ...operator, login, password, name, locale, role, act: 'user.create' })
  switch (made.status) {
    case 'created':
      return printLine(`Account ${made.user.login} (${role}) created.`)
    case 'taken':
      return fail(`The login "${login}" is taken.`)
    case 'bad-login':
      return fail(
        made.fault === 'shape'
          ? `"${login}" is not a valid login: use 3 to 40 letters, digits, dots, dashes or underscores.`
          : `"${login}" is not a valid login: use visible letters of a single alphabet, Latin or Cyrillic.`,
      )
    case 'bad-name':
      return fail(
        made.fault === 'length'
          ? `"${name}" is not a valid name: use 1 to 80 characters.`
          : `"${name}" is not a valid name: use visible letters, with each word in a single alphabet.`,
      )
    case 'bad-password':
      return fail(`Choose another password: this one ${passwordFaults[made.fault]}.`)
    case 'busy':
      return fail('The server is too busy. Try again.')
  }
}

const passwordFaults = {
  short: 'is shorter than 8 characters',
  long: 'is longer than 256 characters',
  common: 'is too common',
  login: 'is the same as the login',
}

async function list({ db, now }: AuthDeps): Promise<number> {
  const rows = await listAccounts(db)
  for (const user of rows) {
    const state = isBanned(user, now()) ? 'banned' : 'active'
    printLine([user.login, user.role, state, new Date(user.createdAt).toISOString().slice(0, 10), user.id].join('\t'))
  }
  return 0
}

async function reset(deps: AuthDeps, user: UserRow, options: Options): Promise<number> {
  const { db, siteUrl, now } = deps
  const link = newLink(db, 'reset', user.id, now())
  const note = (act: 'user.reset-link' | 'user.second-factor-off') =>
    auditStatement(db, operator, now(), { act, subject: user })
  const isWithoutFactor = Boolean(options['second-factor'])
  await writeSessionEnd(deps, (end) => [
    ...link.statements,
    note('user.reset-link'),
    ...(isWithoutFactor
      ? [...clearSecondFactor(db, user), end({ userId: user.id }), note('user.second-factor-off')]
      : []),
  ])
  return printLine(
    `${siteUrl}${paths.newPassword}?token=${link.token}\nWorks once, until ${new Date(link.expiresAt).toISOString()}.`,
  )
}

async function ban(deps: AuthDeps, user: UserRow, options: Options): Promise<number> {
  const { db, now } = deps
  const [banReason, until] = [text(options.reason), text(options.until)]
  if (!banReason) return fail(`"user ban" needs --reason.\n\n${usageOf('user')}`)
  const banUntil = until === undefined ? null : Date.parse(until)
  if (banUntil !== null && !(banUntil > now())) {
    return fail(`--until ${until}: expected a future date, such as 2027-12-31.`)
  }
  const after = { status: 'banned', banReason, banUntil } as const
  await writeSessionEnd(deps, (end) => [
    updateUser(db, user.id, { ...after, version: user.version + 1 }),
    end({ userId: user.id }),
    auditStatement(db, operator, now(), { act: 'user.ban', subject: user, before: { status: user.status }, after }),
  ])
  return printLine(`${user.login} is banned, and all their sessions have ended.`)
}

async function unban({ db, now }: AuthDeps, user: UserRow): Promise<number> {
  const after = { status: 'active', banReason: null, banUntil: null } as const
  await db.writeBatch([
    updateUser(db, user.id, { ...after, version: user.version + 1 }),
    auditStatement(db, operator, now(), { act: 'user.unban', subject: user, before: { status: user.status }, after }),
  ])
  return printLine(`${user.login} can sign in again.`)
}

async function withUser(
  deps: AuthDeps,
  options: Options,
  act: (deps: AuthDeps, user: UserRow, options: Options) => Promise<number>,
): Promise<number> {
  const login = text(options.login)
  if (!login) return fail(`Specify the account with --login.\n\n${usageOf('user')}`)
  const user = await findUserByLogin(deps.db, loginKey(login))
  return user ? act(deps, user, options) : fail(`There is no account "${login}".`)
}

function readOptions(words: string[]): Options | undefined {
  const names = ['login', 'name', 'locale', 'reason', 'until']
  const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const flags = {
    'password-stdin': { type: 'boolean' },
    admin: { type: 'boolean' },
    'second-factor': { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args: words, options: { ...texts, ...flags } }).values
  } catch {
    return undefined
  }
}

function text(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function fail(line: string): number {
  process.stderr.write(`${line}\n`)
  return 1
}
