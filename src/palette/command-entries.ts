import { type Command, commandText, readCommands, type Verb } from '../charts/command/command.ts'
import { type Locale, localised } from '../i18n/locales.ts'
import { type MessageKey, translator } from '../i18n/translate.ts'
import type { Instrument } from '../market/instrument.ts'
import { pairOf } from '../market/instrument.ts'
import { href, paths } from '../paths.ts'
import type { Entry } from './entry.ts'

interface CommandSources {
  instruments: readonly Instrument[]
  locale: Locale
}

const icons: Record<Verb, string> = {
  chart: 'i-lucide-chart-candlestick',
  asset: 'i-lucide-coins',
  alert: 'i-lucide-bell-plus',
  buy: 'i-lucide-shopping-cart',
  sell: 'i-lucide-hand-coins',
  backtest: 'i-lucide-history',
  bot: 'i-lucide-bot',
}
/** Verbs that a query with nothing but an asset offers besides its chart */
const offered: readonly Verb[] = ['asset', 'alert', 'buy', 'backtest']
/** Number of assets whose charts are listed for one query */
const maxAssets = 4

/** Returns the entries that a query of one asset asks for, such as a chart or a filled alert form. */
export function commandEntries(query: string, sources: CommandSources): Entry[] {
  const commands = readCommands(query, sources.instruments, sources.locale).slice(0, maxAssets)
  const [best] = commands
  const asked = commands.map((command) => entryOf(command, sources))
  if (!best || best.verb !== undefined || best.tf !== undefined || best.price !== undefined) return asked
  return [
    ...asked,
    ...offered.map((verb, at) => entryOf({ ...best, verb, penalty: best.penalty + 1 + at / 10 }, sources)),
  ]
}

/** Finds the entry of a remembered command again; undefined if its asset is gone. */
export function rememberedCommand(id: string, sources: CommandSources): Entry | undefined {
  return commandEntries(id, sources).find((entry) => entry.id === id)
}

function entryOf(command: Command, { instruments, locale }: CommandSources): Entry {
  const { asset, tf, price, penalty } = command
  const verb = command.verb ?? (price === undefined ? 'chart' : 'alert')
  const t = translator(locale)
  const instrument = instruments.find((each) => each.asset === asset)
  const pair = instrument ? pairOf(instrument) : asset
  const key: MessageKey =
    verb === 'alert' && price !== undefined ? 'search.palette.alertAt' : `search.palette.verbs.${verb}`
  const title = t(key, { pair, price: price ?? '' })
  const isChart = verb === 'chart'
  return {
    id: commandText({
      verb,
      asset,
      tf: usesTimeframe(verb) ? tf : undefined,
      price: verb === 'alert' ? price : undefined,
    }),
    group: isChart || verb === 'asset' ? 'charts' : 'acts',
    title: isChart && tf !== undefined ? `${title} · ${t(`charts.tf${tf}`)}` : title,
    note: instrument?.name,
    icon: icons[verb],
    href: localised(locale, addressOf({ ...command, verb })),
    penalty,
    chart: isChart ? { asset, tf } : undefined,
  }
}

const usesTimeframe = (verb: Verb) => verb === 'chart' || verb === 'backtest' || verb === 'bot'

function addressOf({ verb, asset, tf, price }: Command & { verb: Verb }): string {
  const query = new URLSearchParams({ asset })
  if (usesTimeframe(verb) && tf !== undefined) query.set('tf', String(tf))
  switch (verb) {
    case 'chart':
      return `${paths.charts}?${query}`
    case 'asset':
      return href(paths.enigmaAsset, { asset })
    case 'alert':
      return `${paths.alerts}?${new URLSearchParams({ asset, ...(price !== undefined && { value: price }) })}`
    case 'buy':
    case 'sell':
      return `${href(paths.paperAsset, { asset })}?side=${verb}`
    case 'backtest':
      return `${paths.botTrial}?${query}`
    case 'bot':
      return `${paths.newBot}?${query}`
  }
}
