import { type VariableName, variableTexts } from '../../config/variable-texts.ts'
import { defaultLocale, locales } from '../../i18n/locales.ts'

/** Words to type, and the description of their effect */
type Row = readonly [words: string, text: string]

export interface CommandHelp {
  /** Description of the command in the list of commands */
  summary: string
  usage: readonly Row[]
  /** Options of the command. An option followed by a word takes a value. */
  options?: readonly Row[]
  notes?: readonly string[]
  /** Variables that the command reads. The command fails if any variable is invalid, even one not listed here. */
  variables: readonly VariableName[]
  /** Example command lines. `kurs` is replaced with the program's actual name. */
  examples: readonly string[]
}

const json: Row = ['--json', 'print JSON']
const app = ['DATA_DIR', 'APP_DB_URL', 'APP_DB_AUTH_TOKEN'] as const
const content = ['CONTENT_DB_URL', 'CONTENT_DB_AUTH_TOKEN'] as const
const market = ['MARKET_DB_URL', 'MARKET_DB_AUTH_TOKEN'] as const
const redis = ['REDIS_URL', 'REDIS_PREFIX'] as const
const audited = 'What you do here is recorded in the audit log.'
const objectStorage = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const sentElsewhere = `A server with the "sender" role sends the messages. ${audited}`

/** Commands in display order: the single source for help, usage errors and accepted options. */
export const commandTable = {
  serve: {
    summary: 'start the server (the command that runs when none is named)',
    usage: [['serve [--dev] [--repair]', 'migrate, ingest and listen on PORT until SIGTERM']],
    options: [
      ['--dev', 'reload open pages after every change'],
      ['--repair', 'set aside a damaged content.db or market.db and rebuild it'],
    ],
    variables: Object.keys(variableTexts).filter(isVariable),
    examples: ['kurs serve', 'PORT=8080 SITE_URL=https://kurs.example kurs serve', 'ROLES=web,ticker kurs serve'],
  },
  ingest: {
    summary: 'update content.db from the content folder',
    usage: [['ingest [--strict] [--verbose] [--explain QUERY]', 'read changed texts and report their problems']],
    options: [
      ['--strict', 'change nothing if a file has an error, a link is dead or a picture missing'],
      ['--verbose', 'report every problem instead of a summary by kind'],
      ['--explain QUERY', 'then say why a search finds what it finds, in that order'],
    ],
    notes: ['Exit status 1 when a file has an error.'],
    variables: ['DATA_DIR', 'CONTENT_DIR', ...content, 'EMBEDS', 'ROUTE_RULES'],
    examples: ['kurs ingest', 'kurs ingest --strict', 'kurs ingest --explain "market data"'],
  },
  migrate: {
    summary: 'apply database migrations',
    usage: [['migrate', 'apply missing migrations to all three databases and list them']],
    variables: [...app, ...content, ...market],
    examples: ['kurs migrate'],
  },
  demo: {
    summary: 'fill an empty data folder with a living example',
    usage: [['demo [--remove]', 'make members, bots with a past, alerts, subscribers and finished broadcasts']],
    options: [['--remove', 'remove what demo made']],
    notes: [
      'Refuses a data folder in which there is anything, and prints how to sign in; run it again for the present code.',
      'Works on the demo market and without Telegram. --remove refuses when somebody has registered since.',
    ],
    variables: ['DATA_DIR', 'FEED', 'PORT', 'SECRET', 'SITE_URL'],
    examples: ['kurs demo', 'kurs demo --remove'],
  },
  user: {
    summary: 'accounts: create, list, reset, ban, unban',
    usage: [
      [
        `user create --login L --password-stdin [--admin] [--name N] [--locale ${locales.join('|')}]`,
        'create an account',
      ],
      ['user list', 'list all: login, role, state, day of creation, ID'],
      ['user reset --login L [--second-factor]', 'print a link for setting a new password'],
      ['user ban --login L --reason R [--until 2027-12-31]', 'end all sessions and block signing in'],
      ['user unban --login L', 'allow signing in again'],
    ],
    options: [
      ['--login L', 'the account, by its login'],
      ['--password-stdin', 'read the password from standard input'],
      ['--admin', 'make an administrator'],
      ['--name N', 'the name others see'],
      [`--locale ${locales.join('|')}`, `language of the account (default: ${defaultLocale})`],
      ['--second-factor', 'also remove codes, passkeys and recovery codes'],
      ['--reason R', 'why'],
      ['--until DATE', 'when the ban ends (default: never)'],
    ],
    notes: [audited],
    variables: [...app, 'SECRET', 'SITE_URL', 'PORT', 'LOG_LEVEL'],
    examples: [
      'kurs user create --login anna --password-stdin --admin < password.txt',
      'kurs user reset --login anna',
      'kurs user ban --login boris --reason "sold an account" --until 2027-12-31',
    ],
  },
  candles: {
    summary: "import an exchange's archive of candles into market.db",
    usage: [['candles import FILE.csv --asset BTCUSDT [--tf 1] [--json]', 'import one-minute candles']],
    options: [['--asset SYMBOL', 'whose candles they are'], ['--tf 1', 'minutes of a candle: only 1'], json],
    notes: ['Needs FEED=binance, and no running server with the "feed" role on these databases.'],
    variables: ['DATA_DIR', ...market, 'FEED', ...redis],
    examples: ['FEED=binance kurs candles import BTCUSDT-1m-2026-10.csv --asset BTCUSDT'],
  },
  backtest: {
    summary: 'backtest a strategy on stored candles',
    usage: [['backtest FILE.json [--json]', 'FILE.json holds the body of POST /api/bots/backtest']],
    options: [['--json', 'print JSON with every trade']],
    variables: ['DATA_DIR', ...market, 'HISTORY_DAYS', 'FEED', 'LOG_LEVEL'],
    examples: ['kurs backtest grid.json', 'kurs backtest grid.json --json > result.json'],
  },
  bot: {
    summary: 'all bots: list, start, pause, stop',
    usage: [
      ['bot list [--json]', 'oldest first: ID, owner, state, strategy, asset, timeframe, equity, profit, name'],
      ['bot start ID', 'start a draft or resume a paused bot'],
      ['bot pause ID', 'stop buying; open positions are still managed'],
      ['bot stop ID', 'sell everything and stop for good'],
    ],
    options: [json],
    notes: [`A server with the "bots" role carries this out within a minute. ${audited}`],
    variables: [...app, ...market, 'HISTORY_DAYS', 'FEED', 'LOG_LEVEL'],
    examples: ['kurs bot list --json', 'kurs bot pause ID'],
  },
  subscriber: {
    summary: "the Telegram bot's chats: import, reactivate",
    usage: [
      ['subscriber import FILE.csv [--json]', 'columns chat_id,locale,name'],
      ['subscriber reactivate --broadcast ID', 'those that a broadcast found gone or unreachable are active again'],
    ],
    options: [json],
    notes: [audited],
    variables: app,
    examples: ['kurs subscriber import chats.csv', 'kurs subscriber reactivate --broadcast ID'],
  },
  broadcast: {
    summary: 'Telegram broadcasts: import, export, status, list, pause, resume, cancel',
    usage: [
      ['broadcast import FILE.json [--start]', 'create a draft and print its ID'],
      ['broadcast export ID', 'print the JSON that import takes, of any broadcast'],
      ['broadcast status ID [--watch] [--json]', 'show progress'],
      ['broadcast list [--json]', 'list the newest 100: ID, state, sent/total, name'],
      ['broadcast pause ID', 'stop sending until it is resumed'],
      ['broadcast resume ID', 'continue where it stopped'],
      ['broadcast cancel ID', 'stop for good: everyone still waiting gets nothing'],
    ],
    options: [['--start', 'start it at once'], ['--watch', 'follow it to the end'], json],
    notes: [sentElsewhere],
    variables: app,
    examples: ['kurs broadcast import news.json --start', 'kurs broadcast status ID --watch'],
  },
  series: {
    summary: 'Telegram message series: list, status, start, pause',
    usage: [
      ['series list [--json]', 'list all: ID, state, people waiting/completed/left, name'],
      ['series status ID [--json]', 'show people and results step by step'],
      ['series start ID', 'let people in and continue after a pause'],
      ['series pause ID', 'stop sending; everyone keeps their place'],
    ],
    options: [json],
    notes: [sentElsewhere],
    variables: app,
    examples: ['kurs series list', 'kurs series status ID --json'],
  },
  backup: {
    summary: 'save the databases into one file, also while a server runs',
    usage: [
      ['backup FILE [--without-history]', 'save app.db, market.db and the secret into one file'],
      ['backup s3://BUCKET/KEY [--without-history]', 'save them into an object in the store of S3_ENDPOINT'],
    ],
    options: [['--without-history', 'leave out market.db, whose prices a restored server fetches again']],
    variables: ['DATA_DIR', 'APP_DB_URL', 'MARKET_DB_URL', ...objectStorage],
    examples: ['kurs backup /var/backups/kurs.tar.gz', 'kurs backup small.tar.gz --without-history'],
  },
  restore: {
    summary: 'restore the databases from such a file',
    usage: [
      [
        'restore FILE [--replace] [--end-access]',
        'check the file or s3://BUCKET/KEY and put its databases into DATA_DIR',
      ],
    ],
    options: [
      ['--replace', 'set existing files aside'],
      ['--end-access', 'end all sessions, links and API tokens of then'],
    ],
    variables: ['DATA_DIR', 'APP_DB_URL', 'MARKET_DB_URL', 'HISTORY_DAYS', ...objectStorage],
    examples: ['DATA_DIR=/var/lib/kurs kurs restore /var/backups/kurs.tar.gz'],
  },
  health: {
    summary: 'ask the server at PORT whether it is up',
    usage: [['health', 'print "ok" and exit with 0, or say what is wrong and exit with 1']],
    variables: ['HOST', 'PORT', 'ROLES'],
    examples: ['kurs health'],
  },
  doctor: {
    summary: 'check configuration, data, clock, Telegram and the feed',
    usage: [['doctor [--json]', 'change nothing; exit status 1 when a check has failed']],
    options: [['--json', 'print one JSON object: status, and checks with id, name, status, message and hint']],
    notes: ['A data folder that is empty or absent is no failure: the checks say what the first start makes.'],
    variables: [
      ...[...app, 'CONTENT_DIR', ...content, ...market, 'SECRET', 'BACKUP_DIR', 'BACKUP_HOURS', ...objectStorage],
      ...[...redis, 'ROLES', 'FEED', 'TELEGRAM_TOKEN', 'TELEGRAM_API_ROOT', 'TELEGRAM_WEBHOOK'],
    ] as VariableName[],
    examples: ['kurs doctor', 'kurs doctor --json | jq -r .status'],
  },
  version: {
    summary: 'print the version',
    usage: [['version', 'print the version; of a binary also the digest of its sources']],
    variables: [],
    examples: ['kurs version'],
  },
  help: {
    summary: 'list the commands, or explain one',
    usage: [['help [COMMAND]', 'print its options, environment variables and examples']],
    variables: [],
    examples: ['kurs help serve', 'kurs broadcast --help'],
  },
} as const satisfies Record<string, CommandHelp>

export type CommandName = keyof typeof commandTable

export function isCommand(word: string): word is CommandName {
  return Object.hasOwn(commandTable, word)
}

function isVariable(name: string): name is VariableName {
  return Object.hasOwn(variableTexts, name)
}
