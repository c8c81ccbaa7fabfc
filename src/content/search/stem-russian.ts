const gerund = /(?:(?<=[ая])вши(?:сь)?|[иы]вши(?:сь)?)$/
const reflexive = /с[яь]$/
const adjective = /(?:ее|ие|ое|ые|ими|ыми|ей|ий|ой|ый|ем|им|ом|ым|его|ого|ему|ому|их|ых|ею|ою|ую|юю|ая|яя)$/
const participle = /(?:(?<=[ая])(?:ем|нн|вш|ющ|щ)|[иы]вш|ующ)$/
const verb = /(?:(?<=[ая])(?:ете|йте|ем|ет|ешь|ют|ть)|ейте|уйте|ите|ей|уй|им|ым|ует|ит|ыт|уют|ят|ить|ыть|ишь|ую|ю)$/
const noun = /(?:иями|ями|ами|ией|иям|ием|иях|ев|ов|ие|ье|еи|ии|ей|ой|ий|ям|ем|ам|ом|ах|ях|ию|ью|ия|ья|[аеийоуыьюя])$/
/** Nouns whose base form looks inflected. */
const uninflected = /(?:режим|объем|прием|подъем|схем|систем|проблем)$/

/** имя, день and уровень, which have alternating vowels. */
const irregular = new Map([
  ['имен', 'им'],
  ['уровн', 'уров'],
  ...['дня', 'дню', 'дне', 'дни', 'днем', 'дн'].map((stem): [string, string] => [stem, 'ден']),
])

/**
 * Stems a lower-case word without ё. Uses the Snowball algorithm
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
