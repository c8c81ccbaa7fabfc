/** Pattern of prefixes directly after which R1 begins, so that `general` and `generic` stay distinct. */
const openings = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/
const shortSyllable = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|past)$/
const doubled = /(?<!^[aeo])(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/

const exceptions = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word): [string, string] => [word, word]),
])

interface Ending {
  text: string
  becomes: string
  after?: RegExp
  /** Whether the ending must be in the second region instead of the first */
  isLate?: boolean
}

const derivedEndings: Ending[] = [
  ...endings('ational ation ator', 'ate'),
  ...endings('tional', 'tion'),
  ...endings('ization izer', 'ize'),
  ...endings('iveness iviti', 'ive'),
  ...endings('fulness fulli', 'ful'),
  ...endings('ousness ousli', 'ous'),
  ...endings('biliti bli', 'ble'),
  ...endings('lessli', 'less'),
  ...endings('entli', 'ent'),
  ...endings('enci', 'ence'),
  ...endings('anci', 'ance'),
  ...endings('abli', 'able'),
  ...endings('alism aliti alli', 'al'),
  ...endings('ogist', 'og'),
  { text: 'ogi', becomes: 'og', after: /l$/ },
  { text: 'li', becomes: '', after: /[cdeghkmnrt]$/ },
].toSorted(longestFirst)

const adjectiveEndings: Ending[] = [
  ...endings('ational', 'ate'),
  ...endings('tional', 'tion'),
  ...endings('alize', 'al'),
  ...endings('icate iciti ical', 'ic'),
  ...endings('ful ness', ''),
  { text: 'ative', becomes: '', isLate: true },
].toSorted(longestFirst)

const lateEndings: Ending[] = [
  ...endings('al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize', ''),
  { text: 'ion', becomes: '', after: /[st]$/ },
]
  .map((ending) => ({ ...ending, isLate: true }))
  .toSorted(longestFirst)

/** Snowball stemmer for lower-case words of a–z. Source: https://snowballstem.org/algorithms/english/stemmer.html */
export function stemEnglish(word: string): string {
  const exception = exceptions.get(word)
  if (exception) return exception
  if (word.length < 3) return word
  const marked = word.replace(/^y|(?<=[aeiouy])y/g, 'Y')
  const regions = regionsOf(marked)
  let stem = withoutPlural(marked)
  stem = withoutTense(stem, regions.first)
  stem = stem.replace(/(?<=.[^aeiouy])[yY]$/, 'i')
  stem = withoutEnding(stem, derivedEndings, regions)
  stem = withoutEnding(stem, adjectiveEndings, regions)
  stem = withoutEnding(stem, lateEndings, regions)
  return withoutLastLetter(stem, regions).replaceAll('Y', 'y')
}

interface Regions {
  /** Start of R1: the position after the first consonant that follows a vowel */
  first: number
  /** Start of R2: found by the same rule within R1 */
  second: number
}

function regionsOf(word: string): Regions {
  const first = openings.exec(word)?.[0].length ?? afterSyllable(word, 0)
  return { first, second: afterSyllable(word, first) }
}

function afterSyllable(word: string, from: number): number {
  const found = /[aeiouy][^aeiouy]/.exec(word.slice(from))
  return found ? from + found.index + 2 : word.length
}

function withoutPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (/ie[ds]$/.test(word)) return word.slice(0, word.length > 4 ? -2 : -1)
  if (/[us]s$/.test(word)) return word
  return word.replace(/(?<=[aeiouy].+)s$/, '')
}

function withoutTense(word: string, first: number): string {
  const agreed = /eed(?:ly)?$/.exec(word)
  if (agreed) {
    const isKept = agreed.index < first || /^(?:proc|exc|succ)eed/.test(word)
    return isKept ? word : `${word.slice(0, agreed.index)}ee`
  }
  if (/^[^aeiouy]ying$/.test(word)) return `${word.slice(0, 1)}ie`
  if (/^(?:inn|out|cann|herr|earr|even)ing$/.test(word)) return word
  const base = word.replace(/(?:ed|edly|ing|ingly)$/, '')
  if (base === word || !/[aeiouy]/.test(base)) return word
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`
  if (doubled.test(base)) return base.slice(0, -1)
  return base.length === first && shortSyllable.test(base) ? `${base}e` : base
}

function withoutEnding(word: string, list: Ending[], regions: Regions): string {
  const ending = list.find(({ text }) => word.endsWith(text))
  if (!ending) return word
  const base = word.slice(0, -ending.text.length)
  if (base.length < (ending.isLate ? regions.second : regions.first)) return word
  return ending.after && !ending.after.test(base) ? word : base + ending.becomes
}

function withoutLastLetter(word: string, { first, second }: Regions): string {
  const base = word.slice(0, -1)
  if (word.endsWith('ll')) return base.length >= second ? base : word
  if (!word.endsWith('e') || base.length < first) return word
  return base.length >= second || !shortSyllable.test(base) ? base : word
}

function endings(texts: string, becomes: string): Ending[] {
  return texts.split(' ').map((text) => ({ text, becomes }))
}

function longestFirst(a: Ending, b: Ending): number {
  return b.text.length - a.text.length
}

const gerund = /(?:(?<=[ая])вши(?:сь)?|[иы]вши(?:сь)?)$/
const reflexive = /с[яь]$/
const adjective = /(?:ее|ие|ое|ые|ими|ыми|ей|ий|ой|ый|ем|им|ом|ым|его|ого|ему|ому|их|ых|ею|ою|ую|юю|ая|яя)$/
const participle = /(?:(?<=[ая])(?:ем|нн|вш|ющ|щ)|[иы]вш|ующ)$/
const verb = /(?:(?<=[ая])(?:ете|йте|ем|ет|ешь|ют|ть)|ейте|уйте|ите|ей|уй|им|ым|ует|ит|ыт|уют|ят|ить|ыть|ишь|ую|ю)$/
const noun = /(?:иями|ями|ами|ией|иям|ием|иях|ев|ов|ие|ье|еи|ии|ей|ой|ий|ям|ем|ам|ом|ах|ях|ию|ью|ия|ья|[аеийоуыьюя])$/
/** Pattern of nouns whose base form looks inflected. */
const uninflected = /(?:режим|объем|прием|подъем|схем|систем|проблем)$/

/** Stems of имя, день and уровень, whose vowels alternate. */
const irregular = new Map([
  ['имен', 'им'],
  ['уровн', 'уров'],
  ...['дня', 'дню', 'дне', 'дни', 'днем', 'дн'].map((stem): [string, string] => [stem, 'ден']),
])

/**
 * Returns the stem of a lower-case Russian word without ё. Uses the Snowball algorithm
 * (https://snowballstem.org/algorithms/russian/stemmer.html) with two changes that suit search: -л, -на, -ен and -ив
 * are kept, because «токен», «экран», «журнал» and «архив» end in them; and remaining forms of one word are unified:
 * «ошибок» and «ошибка», «обновление», «обновлять» and «обновить».
 */
export function stemRussian(word: string): string {
  const start = word.search(/[аеиоуыэюя]/) + 1
  if (start === 0 || word.length < 3) return word
  const stem = word.slice(0, start) + withoutTail(withoutInflection(word.slice(start)), word)
  return irregular.get(stem) ?? unified(stem)

  function withoutInflection(region: string): string {
    if (uninflected.test(word)) return region
    if (/пись$/.test(word)) return region.slice(0, -1)
    if (gerund.test(region)) return region.replace(gerund, '')
    const plain = region.replace(reflexive, '')
    if (adjective.test(plain)) return plain.replace(adjective, '').replace(participle, '')
    if (verb.test(plain)) return plain.replace(verb, '')
    return plain.replace(noun, '')
  }
}

/** Removes endings of abstract nouns and superlatives, doubled н and the soft sign. */
function withoutTail(region: string, word: string): string {
  const derived = /^(?:[^аеиоуыэюя]*[аеиоуыэюя]+[^аеиоуыэюя]+){2}/.exec(word)
  return region
    .replace(/и$/, '')
    .replace(derived ? /ость?$/ : /^$/, '')
    .replace(/ейше?$/, '')
    .replace(/нн$/, 'н')
    .replace(/ь$/, '')
}

/** Unifies verbs with their derived nouns, and plural genitives with the other forms. */
function unified(stem: string): string {
  return stem
    .replace(/(?<=[аеиоуыэюя])ек$/, 'йк')
    .replace(/(?<=..[^аеиоуыэюяйь])[ое]к$/, 'к')
    .replace(/(?<=...)(?:ьц|ец)$/, 'ц')
    .replace(/(?<=..[бвмпф])л(?:ен|я)$/, '')
    .replace(/(?<=....)ен$/, '')
    .replace(/(?<=....[ая])н$/, '')
    .replace(/(?<=....)(?:[иы]ва|ова|[ая])$/, '')
    .replace(/(?<=...о)йк$|(?<=.....)(?:(?<=[^аеиоуыэюя])к|ац)$/, '')
}
