import type { Locale } from '../../i18n/locales.ts'
import { readNumber } from '../../i18n/read-number.ts'
import { fromOtherKeyboard } from '../../i18n/typing.ts'
import type { Instrument } from '../../market/instrument.ts'
import { isTimeframe, type Timeframe } from '../../market/timeframe.ts'
import { bestPenalty, fold, wordsOf } from './matching.ts'

export const verbs = ['chart', 'asset', 'alert', 'buy', 'sell', 'backtest', 'bot'] as const
export type Verb = (typeof verbs)[number]

/** Command for one asset, as in `ETH 4h` or `new alert BTC 100000` */
export interface Command {
  verb?: Verb
  asset: string
  tf?: Timeframe
  /** Price as the field of a form accepts it */
  price?: string
  /** How far the typed words are from the known ones; 0 if they are equal */
  penalty: number
}

/** Words of the verbs in both languages; either works whatever the language of the page is */
const verbWords: Record<Verb, readonly string[]> = {
  chart: ['chart', 'graph', 'график'],
  asset: ['enigma', 'asset', 'энигма', 'актив'],
  alert: ['alert', 'notify', 'оповещение', 'уведомление', 'алерт'],
  buy: ['buy', 'long', 'купить', 'покупка'],
  sell: ['sell', 'short', 'продать', 'продажа'],
  backtest: ['backtest', 'бэктест', 'тест', 'проверить'],
  bot: ['bot', 'бот'],
}
const fillers = [
  'new',
  'create',
  'add',
  'at',
  'on',
  'новый',
  'новая',
  'новое',
  'создать',
  'добавить',
  'на',
  'при',
  'по',
]

const unitWords: [minutes: number, words: string[]][] = [
  [1, ['m', 'min', 'minute', 'minutes', 'м', 'мин', 'минута', 'минуты', 'минут']],
  [60, ['h', 'hr', 'hour', 'hours', 'ч', 'час', 'часа', 'часов']],
  [1440, ['d', 'day', 'days', 'д', 'день', 'дня', 'дней']],
  [7 * 1440, ['w', 'week', 'weeks', 'н', 'нед', 'неделя']],
  [30 * 1440, ['mo', 'month', 'months', 'мес', 'месяц']],
]
const units = new Map(unitWords.flatMap(([minutes, words]) => words.map((word) => [word, minutes] as const)))

/** Reads a folded word as a timeframe: `4h`, `4ч`, `h4`, `240`, `day`; also if typed in the other keyboard layout. */
export function readTimeframe(word: string): Timeframe | undefined {
  const other = fromOtherKeyboard(word)
  return spelledTimeframe(word) ?? (other === undefined ? undefined : spelledTimeframe(fold(other)))
}

function spelledTimeframe(word: string): Timeframe | undefined {
  const [, count = '1', unit = ''] = /^(\d{1,5})?(\p{L}*)$/u.exec(word.replace(/^([mhdw])(\d{1,3})$/, '$2$1')) ?? []
  const minutes = Number(count) * (unit === '' ? 1 : (units.get(unit) ?? Number.NaN))
  return word !== '' && isTimeframe(minutes) ? minutes : undefined
}

export type NamedAsset = Pick<Instrument, 'asset' | 'base' | 'quote' | 'name'>

/**
 * Returns the readings of a query as a command for one asset, best first; none if a word has no meaning in it.
 * Timeframes, verbs and fillers may be anywhere.
 */
export function readCommands(text: string, instruments: readonly NamedAsset[], locale: Locale): Command[] {
  const words = joinUnits(wordsOf(text))
  if (words.length === 0) return []
  const meanings = words.map((word) => meaningsOf(word, words.length === 1))
  return instruments
    .flatMap((instrument) => readFor(instrument, words, meanings, locale) ?? [])
    .sort((a, b) => a.penalty - b.penalty)
}

/** `4 h` is one timeframe. A unit alone after a word stays a word: `btc d`. */
function joinUnits(words: readonly string[]): string[] {
  const joined: string[] = []
  for (const word of words) {
    const last = joined.at(-1) ?? ''
    const isUnit = /^\d+$/.test(last) && /^\p{L}+$/u.test(word) && readTimeframe(last + word) !== undefined
    if (isUnit) joined.splice(-1, 1, last + word)
    else joined.push(word)
  }
  return joined
}

interface Meanings {
  tf?: Timeframe | undefined
  verb?: { verb: Verb; penalty: number } | undefined
  isFiller: boolean
  isNumber: boolean
}

function meaningsOf(word: string, isAlone: boolean): Meanings {
  const isNumber = /^\d[\d.,']*[kк]?$/.test(word)
  const fits = verbs.flatMap((verb) => {
    const penalty = word.length >= 3 ? bestPenalty(word, verbWords[verb]) : undefined
    return penalty === undefined ? [] : [{ verb, penalty }]
  })
  return {
    tf: isAlone ? undefined : readTimeframe(word),
    verb: fits.sort((a, b) => a.penalty - b.penalty)[0],
    isFiller: fillers.some((filler) => filler === word || filler === fromOtherKeyboard(word)),
    isNumber,
  }
}

function readFor(
  { asset, base, quote, name }: NamedAsset,
  words: readonly string[],
  meanings: readonly Meanings[],
  locale: Locale,
): Command | undefined {
  const names = [fold(asset), fold(base), ...wordsOf(name)]
  const command: Command = { asset, penalty: 0 }
  let [isNamed, digits] = [false, '']
  for (const [at, word] of words.entries()) {
    const { tf, verb, isFiller, isNumber } = meanings[at] ?? { isFiller: false, isNumber: false }
    const named = bestPenalty(word, names)
    const rival = verb && command.verb === undefined ? verb.penalty : Number.POSITIVE_INFINITY
    if (named === 0 || (named !== undefined && !tf && !isFiller && named <= rival)) {
      isNamed = true
      command.penalty += named
    } else if (verb && command.verb === undefined && !(tf && verb.penalty > 0)) {
      command.verb = verb.verb
      command.penalty += verb.penalty
    } else if (isFiller || (isNamed && word === fold(quote))) continue
    else if (isNumber && (tf === undefined || command.verb === 'alert' || digits !== '')) digits += word
    else if (tf !== undefined && command.tf === undefined) command.tf = tf
    else return undefined
  }
  const price = digits === '' ? undefined : priceIn(digits, locale)
  if (!isNamed || (digits !== '' && price === undefined)) return undefined
  return price === undefined ? command : { ...command, price }
}

/** Reads `100000`, `100,000`, `100k`. Returns a plain decimal, which the forms of both languages accept. */
function priceIn(text: string, locale: Locale): string | undefined {
  const thousands = /[kк]$/.test(text)
  const number = readNumber(locale, text.replace(/[kк]$/, ''))
  if (number === undefined || number <= 0) return undefined
  const plain = String(thousands ? number * 1000 : number)
  return /^\d+(\.\d+)?$/.test(plain) ? plain : undefined
}

/** Writes a command as a query that reads back as the same command. */
export function commandText({ verb, asset, tf, price }: Omit<Command, 'penalty'>): string {
  return [verb, asset, tf, price].filter((part) => part !== undefined).join(' ')
}
