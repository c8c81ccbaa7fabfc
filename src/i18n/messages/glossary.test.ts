import { expect, test } from 'bun:test'

interface Concept {
  ru: string
  en: string
  /** Synonyms of the term that texts must not use */
  notRu?: RegExp
  notEn?: RegExp
  /**
   * Whether the term is checked only in messages of the interface; articles, such as those on security, may use
   * synonyms
   */
  isOfMessages?: boolean
}

/** Terms of the interface in both languages, one per concept; articles may give a synonym in parentheses for search. */
const glossary: Concept[] = [
  { ru: 'Курс', en: 'Kurs', notRu: /\bKurs\b/ },
  { ru: 'аккаунт', en: 'account', notRu: /(?<!\()уч[её]тн(ая|ой|ую|ые|ых|ым)\s+запис|личн\S+\s+кабинет/i },
  { ru: 'сеанс', en: 'session', notRu: /(?<!торгов\S+\s+)(?<!основн\S+\s+)сесси[яиюей]/i },
  { ru: 'администрирование', en: 'administration', notRu: /админк|админ-?панел|пульт\S*\s+администратора/i },
  { ru: 'выноска', en: 'callout', notRu: /врезк/i, notEn: /\bAside\b/ },
  { ru: 'учебные деньги', en: 'paper money', notRu: /бумажн\S+\s+(деньг|бот|торг)/i, notEn: /\bplay money\b/i },
  { ru: 'учебный счёт', en: 'paper account', notEn: /\bpractice account/i },
  { ru: 'ручная торговля', en: 'paper trading', notRu: /торговл\S+\s+вручную/i, notEn: /\btrading by hand\b/i },
  { ru: 'акцентный цвет', en: 'accent color', notRu: /цвет\S*\s+интерфейса/i, notEn: /color of the interface/i },
  { ru: 'телефон', en: 'phone', notEn: /\btelephone/i },
  {
    ru: 'массовое действие',
    en: 'bulk action',
    notRu: /действие над многими/i,
    notEn: /\bon(e act|e action) for many\b/i,
  },
  { ru: 'разблокировать', en: 'unban', notEn: /\blift (the|a) ban/i },
  { ru: 'оповещение сработало', en: 'triggered', notEn: /\balerts? (that )?(has |have )?fired\b/i },
  { ru: 'условие', en: 'condition', notRu: /что считать/i, notEn: /\bwhat to watch\b/i, isOfMessages: true },
  { ru: 'второй фактор', en: 'two-factor authentication', notEn: /\bsecond factor\b/i, isOfMessages: true },
  {
    ru: 'бэктест',
    en: 'backtest',
    notRu: /проверк\S*\s+на\s+истории|прогон(а|ы|у|ом|ов|е|ах|ами|ам)?(?![а-яё])/i,
    notEn: /\bback-test/i,
  },
  { ru: 'A/B-тест', en: 'A/B test', notRu: /проб\S+\s+вариант/i, notEn: /\btrial of\b/i },
  { ru: 'тест', en: 'test', notRu: /пробн\S+\s+отправк|на пробу|отправить пробу/i, notEn: /\btest is on its way\b/i },
  { ru: 'версия', en: 'version', notRu: /редакци[яиюей](?![а-яё])/i, isOfMessages: true },
  { ru: 'вложение', en: 'media', notRu: /(?<![а-яё])медиа(?![а-яё])/i, isOfMessages: true },
  { ru: 'привязать чат', en: 'link a chat', notRu: /связа(ть|н|на|ны)\s+(с\s+)?(чат|аккаунт|telegram)/i },
  {
    ru: 'русский',
    en: 'Russian',
    notRu: /^\s*\S+ '(по-русски|надпись по-русски)'/im,
    notEn: /\bIn Russian'/,
    isOfMessages: true,
  },
  { ru: 'отклонить', en: 'reject', notEn: /Telegram (would refuse|refuses|has refused)\b/, isOfMessages: true },
  { ru: 'больше нет', en: 'no longer exists', notEn: /\bis no more\b/i },
  { ru: 'недопустимый', en: 'invalid', notEn: /^\s*\S+ 'This is no /m, isOfMessages: true },
]

const root = new URL('../../..', import.meta.url).pathname

test.each(['ru', 'en'] as const)('messages and articles use one term per concept: %s', async (locale) => {
  const said: string[] = []
  for (const pattern of [
    `src/i18n/messages/${locale}/*.ts`,
    `content/${locale}/**/*.md`,
    `content/${locale}/**/*.yml`,
  ]) {
    for await (const file of new Bun.Glob(pattern).scan(root)) {
      const isText = file.endsWith('.md')
      const text = await Bun.file(`${root}/${file}`).text()
      // Code in articles is skipped, because it uses the program's own names.
      const prose = isText ? text.replace(/(`{3,})[\s\S]*?\1|`[^`\n]*`/g, '') : text
      for (const { [locale]: term, notRu, notEn, isOfMessages = false } of glossary) {
        const found = isText && isOfMessages ? null : (locale === 'ru' ? notRu : notEn)?.exec(prose)
        if (found) said.push(`${file}: “${found[0]}” instead of “${term}”`)
      }
    }
  }
  expect(said).toEqual([])
})
