import { lineOf } from './matches.ts'
import type { Term } from './query.ts'
import type { Vocabulary } from './vocabulary.ts'
import { readChunks } from './words.ts'

/** Max number of terms of a phrase that is looked up. */
const maxTermsOfPhrase = 3

/** Returns pairs of stems of each word and its synonyms, in both directions. */
export function pairsOf(synonyms: Record<string, string[]>): [string, string][] {
  return Object.entries(synonyms).flatMap(([word, others]) => others.flatMap((other) => bothWays(word, other)))
}

/** A sequence of terms in a query and its synonym. */
export interface SynonymMatch {
  from: number
  to: number
  /** Stems of the terms, separated by spaces, like those of the synonym in `means` */
  phrase: string
  means: string
  /** Whether the synonym is built in instead of defined by this site. The site's own ones rank higher */
  isCommon?: boolean
}

/** Finds the synonyms of terms, except built-in synonyms of a phrase that a title of the site already contains. */
export function findSynonyms(vocabulary: Vocabulary, terms: Term[]): SynonymMatch[] {
  return runsOf(terms).flatMap(({ phrase, ...run }) => {
    const builtIn = common().get(phrase) ?? []
    const isNamed = builtIn.length > 0 && vocabulary.pagesWith(inTitles(phrase)) > 0
    const known = [...vocabulary.synonymsOf(phrase), ...(isNamed ? [] : builtIn)]
    return known.map((row) => ({ ...run, ...row }))
  })
}

/** Returns the phrases of a query whose synonyms are looked up, and the FTS5 expressions that count their titles. */
export function synonymLookups(terms: Term[]): { phrases: string[]; expressions: string[] } {
  const phrases = runsOf(terms).map(({ phrase }) => phrase)
  return { phrases, expressions: phrases.filter((phrase) => common().has(phrase)).map(inTitles) }
}

function inTitles(phrase: string): string {
  return `{title} : "${phrase}"`
}

function runsOf(terms: Term[]): { from: number; to: number; phrase: string }[] {
  return terms.flatMap((_, from) =>
    Array.from({ length: Math.min(maxTermsOfPhrase, terms.length - from) }, (__, more) => {
      const to = from + more + 1
      return { from, to, phrase: terms.slice(from, to).flatMap(stemsOfTerm).join(' ') }
    }),
  )
}

function stemsOfTerm({ words }: Term): string[] {
  return words.map(({ stem }) => stem)
}

export function stemsIn(text: string): string {
  return lineOf(readChunks(text)).stems
}

function bothWays(word: string, other: string): [string, string][] {
  const [left, right] = [stemsIn(word), stemsIn(other)]
  if (left === right) return []
  return [
    [left, right],
    [right, left],
  ]
}

function pairsAmong(names: string[]): [string, string][] {
  const stems = [...new Set(names.map(stemsIn))]
  return stems.flatMap((one) => stems.filter((other) => other !== one).map((other): [string, string] => [one, other]))
}

let commonByPhrase: Map<string, Omit<SynonymMatch, 'from' | 'to'>[]> | undefined

function common(): NonNullable<typeof commonByPhrase> {
  commonByPhrase ??= Map.groupBy(
    [
      ...abbreviations.map(([short, long]) => [stemsIn(short), stemsIn(long)] as const),
      ...synonymGroups.flatMap(pairsAmong),
    ].map(([phrase, means]) => ({ phrase, means, isCommon: true })),
    (row) => row.phrase,
  )
  return commonByPhrase
}

/** Abbreviations expanded in one direction only: a reader who types the full form means exactly that. */
const abbreviations: [short: string, long: string][] = [
  ['a11y', 'accessibility'],
  ['args', 'arguments'],
  ['auth', 'authentication'],
  ['ci', 'continuous integration'],
  ['csp', 'content security policy'],
  ['csrf', 'cross site request forgery'],
  ['db', 'database'],
  ['di', 'dependency injection'],
  ['dir', 'directory'],
  ['docs', 'documentation'],
  ['env', 'environment'],
  ['folder', 'directory'],
  ['i18n', 'internationalization'],
  ['img', 'image'],
  ['js', 'javascript'],
  ['jwt', 'json web token'],
  ['k8s', 'kubernetes'],
  ['l10n', 'localization'],
  ['param', 'parameter'],
  ['picture', 'image'],
  ['regex', 'regular expression'],
  ['regexp', 'regular expression'],
  ['repo', 'repository'],
  ['spa', 'single page application'],
  ['sse', 'server sent events'],
  ['ssg', 'static site generation'],
  ['ssr', 'server side rendering'],
  ['ts', 'typescript'],
  ['xss', 'cross site scripting'],
  ['бд', 'база данных'],
  ['бэкап', 'резервная копия'],
  ['директория', 'каталог'],
  ['картинка', 'изображение'],
  ['конфиг', 'конфигурация'],
  ['нода', 'node'],
  ['папка', 'каталог'],
  ['регулярка', 'регулярное выражение'],
  ['репа', 'репозиторий'],
  ['юзер', 'пользователь'],
]

/**
 * Groups of names of one thing: readers search for one name, a site uses another. Do not add words with a second
 * meaning, because they make results worse.
 */
const synonymGroups: string[][] = [
  ['404', 'not found'],
  ['ajax', 'fetch', 'data fetching', 'load data', 'http request'],
  ['animation', 'transition', 'animate'],
  ['color', 'colour'],
  ['cors', 'cross origin'],
  ['cron', 'schedule', 'scheduled'],
  ['dark mode', 'dark theme', 'color mode', 'color scheme'],
  ['debug', 'debugging', 'troubleshooting'],
  ['delete', 'remove'],
  ['deployment', 'deploy', 'hosting'],
  ['dialog', 'modal', 'popup'],
  ['environment variable', 'env', 'dotenv'],
  ['frontmatter', 'front matter'],
  ['hot reload', 'live reload', 'hot module replacement', 'hmr'],
  ['hotkey', 'keyboard shortcut', 'key binding'],
  ['https', 'tls', 'ssl', 'certificate'],
  ['internationalization', 'localization', 'translation', 'translate', 'multilingual', 'i18n'],
  ['loading', 'spinner', 'loader'],
  ['login', 'sign in', 'log in', 'authentication'],
  ['mock', 'stub', 'fake'],
  ['notification', 'toast'],
  ['performance', 'optimization', 'optimize', 'slow', 'fast', 'speed'],
  ['permission', 'authorization', 'access control'],
  ['photo', 'image'],
  ['query string', 'query parameter', 'search params'],
  ['rate limit', 'throttle'],
  ['stepper', 'wizard'],
  ['авторизация', 'аутентификация', 'вход', 'войти', 'логин', 'login'],
  ['асинхронность', 'асинхронный', 'async'],
  ['валидация', 'проверка', 'проверить'],
  ['выпадающий список', 'select', 'селект'],
  ['деплой', 'развёртывание', 'развернуть'],
  ['диалог', 'модальное окно', 'всплывающее окно', 'попап'],
  ['кэш', 'кэширование'],
  ['колбэк', 'функция обратного вызова', 'обработчик', 'callback'],
  ['конфигурация', 'настройка', 'настроить'],
  ['локализация', 'интернационализация', 'перевод', 'i18n'],
  ['маршрут', 'роут', 'маршрутизация', 'роутинг'],
  ['медленно', 'тормозит', 'скорость', 'производительность', 'оптимизация'],
  ['обработчик', 'слушатель'],
  ['объединить', 'склеить', 'соединить', 'слияние'],
  ['оформление', 'стили', 'css'],
  ['очередь', 'фоновая задача'],
  ['отладка', 'дебаг'],
  ['переменная окружения', 'env'],
  ['перебрать', 'перебор', 'обход', 'итерация', 'цикл'],
  ['перенаправление', 'редирект'],
  ['планировщик', 'расписание', 'cron'],
  ['права доступа', 'разрешение', 'авторизация'],
  ['промис', 'обещание', 'promise'],
  ['сборка', 'сборщик', 'компиляция'],
  ['тестирование', 'тест'],
  ['тёмная тема', 'тёмный режим'],
  ['убрать', 'удалить', 'удаление'],
  ['установить', 'установка', 'инсталляция'],
  ['хранилище', 'store', 'стор'],
  ['шаблонизатор', 'шаблон'],
]
