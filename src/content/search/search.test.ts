import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createSearchIndex, type SearchIndex } from '../../../tests/search-index.ts'
import type { Mark } from './matches.ts'

let index: SearchIndex
beforeAll(async () => {
  index = await createSearchIndex(
    'ru',
    {
      path: '/docs/configuration',
      title: 'Настройка',
      text: 'Все переменные окружения.',
      headings: { Данные: 'Переменная DATA_DIR задаёт папку с базами: app.db и content.db.', Роли: 'Что запускать.' },
    },
    {
      path: '/docs/account',
      title: 'Учётная запись',
      text: 'Вход защищён двухфакторной аутентификацией, пароль хранится хешем.',
      headings: { Сеансы: 'Список учётных записей и сеансов. Ключ --password-stdin читает пароль из ввода.' },
    },
    {
      path: '/docs/logs',
      title: 'Журнал',
      text: 'Номер запроса приходит в заголовке x-request-id.',
      headings: { Остановка: 'Сервер завершает запросы. Функция createApp собирает приложение.' },
    },
    {
      path: '/docs/updates',
      title: 'Обновления',
      text: 'Новая версия и перезапуск.',
      headings: { Откат: 'Вернитесь к прежней версии с настройками из копии.' },
    },
    { path: '/docs/start', title: 'Быстрый старт', text: 'Первый запуск и переменные настройки по умолчанию.' },
    {
      path: '/docs/search',
      title: 'Search engine',
      text: 'Configured once, the search runs. Migrations are automatic.',
    },
  )
})
afterAll(() => index.close())

const first = async (query: string) => (await index.find(query))[0]
const marked = (marks: Mark[] = []) => marks.filter(({ isMatch }) => isMatch).map(({ text }) => text)

test.each([
  ['настройка', '/docs/configuration'],
  ['аутентификация', '/docs/account'],
  ['учетных', '/docs/account'],
  ['УЧЁТНЫЕ', '/docs/account'],
  ['журналы', '/docs/logs'],
  ['как обновить', '/docs/updates'],
  ['running', '/docs/search'],
  ['migration', '/docs/search'],
])('«%s» finds its word in any inflection', async (query, path) => {
  expect(await first(query)).toBe(path)
})

test.each([
  ['настрйками', '/docs/configuration'],
  ['настрйка', '/docs/configuration'],
  ['аутнетификация', '/docs/account'],
  ['automaitc', '/docs/search'],
  ['migratoins', '/docs/search'],
  ['жрнал', '/docs/logs'],
])('«%s» is found despite its typing error', async (query, path) => {
  expect(await first(query)).toBe(path)
})

test('a correction replaces the mistyped word in the shown query', async () => {
  const { corrected, groups } = await index.search('откат настрйками')
  expect(corrected).toBe('откат настройками')
  expect(marked(groups[0]?.hits[0]?.snippet)).toEqual(['настройками'])
})

test('a correctly typed word is not corrected', async () => {
  expect((await index.search('настройки сервера')).corrected).toBeUndefined()
})

test.each([
  ['yfcnhjqrf', '/docs/configuration', 'настройка'],
  ['ыуфкср', '/docs/search', 'search'],
])('«%s» is read in the other keyboard layout', async (query, path, corrected) => {
  expect(await first(query)).toBe(path)
  expect((await index.search(query)).corrected).toBe(corrected)
})

test.each(['DATA_DIR', 'data_dir', 'datadir', 'data dir', 'DATA', 'data-dir'])('«%s» finds DATA_DIR', async (query) => {
  expect(await first(query)).toBe('/docs/configuration')
})

test.each([
  ['content.db', '/docs/configuration'],
  ['--password-stdin', '/docs/account'],
  ['x-request-id', '/docs/logs'],
  ['X-Request', '/docs/logs'],
  ['createApp', '/docs/logs'],
  ['create app', '/docs/logs'],
])('code is found as a whole and in parts: «%s»', async (query, path) => {
  expect(await first(query)).toBe(path)
})

test('the last word may be a prefix, other words must be complete', async () => {
  expect(await first('аутент')).toBe('/docs/account')
  expect(await first('номер запр')).toBe('/docs/logs')
  expect(await first('обн')).toBe('/docs/updates')
})

test('one or two letters find titles that begin with them', async () => {
  expect(await index.find('бы')).toEqual(['/docs/start'])
})

test('all words are required, unless no page has them all', async () => {
  expect(await index.find('перезапуск версия')).toEqual(['/docs/updates'])
  expect(await index.find('перезапуск сеансы')).toEqual(expect.arrayContaining(['/docs/updates', '/docs/account']))
})

test('an unknown word does not hide the others', async () => {
  expect(await first('перезапуск гиппопотам')).toBe('/docs/updates')
})

test('a page matches with words from different sections', async () => {
  expect(await index.find('перезапуск откат')).toEqual(['/docs/updates'])
})

test('a phrase in quotes must match in order', async () => {
  expect(await index.find('"прежней версии"')).toEqual(['/docs/updates'])
  expect(await index.find('"переменная окружения"')).toEqual(['/docs/configuration'])
  expect(await index.find('«к прежней»')).toEqual(['/docs/updates'])
})

test('a phrase found nowhere is searched word by word', async () => {
  expect(await index.find('"перезапуск откат"')).toEqual(['/docs/updates'])
})

test('a page without a section that has all words shows those that have most', async () => {
  await index.put({
    path: '/docs/lighthouse',
    title: 'Побережье',
    text: 'Ни одного нужного слова.',
    headings: { Башня: 'Здесь стоит маяк.', Пролив: 'Здесь ходит паром, и только паром.' },
  })
  const { groups } = await index.search('маяк паром')
  expect(groups.map(({ hits }) => hits.map(({ title }) => title))).toEqual([['Башня', 'Пролив']])
})

test('stop words alone are searched for', async () => {
  expect(await index.find('что')).toEqual(['/docs/configuration'])
})

test('titles rank above headings, headings above texts', async () => {
  await index.put(
    { path: '/docs/in-text', title: 'Третья', text: 'Здесь есть астролябия, и ещё астролябия, и астролябия.' },
    { path: '/docs/in-heading', title: 'Вторая', headings: { 'Зачем астролябия': 'Ни за чем.' } },
    { path: '/docs/in-title', title: 'Большая астролябия', text: 'Много слов, и ни одного нужного.' },
    { path: '/docs/is-title', title: 'Астролябия', text: 'Много слов, и ни одного нужного.' },
  )
  expect(await index.find('астролябия')).toEqual([
    '/docs/is-title',
    '/docs/in-title',
    '/docs/in-heading',
    '/docs/in-text',
  ])
})

test('a title in the typed inflection ranks above other inflections', async () => {
  await index.put(
    { path: '/docs/compasses', title: 'Компасы', text: 'Компас, компас и компас.' },
    { path: '/docs/compass', title: 'Компас', text: 'О приборе.' },
    { path: '/docs/of-compass', title: 'О компасе', text: 'Компас, компас и компас.' },
  )
  expect(await index.find('компас')).toEqual(['/docs/compass', '/docs/compasses', '/docs/of-compass'])
  expect((await index.find('о компасе'))[0]).toBe('/docs/of-compass')
})

test('an answer names the page, section, trail and level', async () => {
  const { query, total, groups } = await index.search('  сеансы ')
  expect({ query, total }).toEqual({ query: 'сеансы', total: 1 })
  expect(groups).toMatchObject([
    {
      path: '/docs/account',
      title: 'Учётная запись',
      kind: 'docs',
      hits: [
        {
          id: '/docs/account#Сеансы',
          title: 'Сеансы',
          titleParts: [{ text: 'Сеансы', isMatch: true }],
          trail: ['Учётная запись'],
          level: 2,
        },
      ],
    },
  ])
  expect(marked(groups[0]?.hits[0]?.snippet)).toEqual(['сеансов'])
})
