import { plural } from '../../format.ts'

export const feedback = {
  question: 'Страница помогла?',
  yes: 'Да',
  no: 'Нет',
  thanks: 'Спасибо, учтём.',
  title: 'Тексты сайта',
  description: 'Неполадки последней загрузки, оценки страниц и запросы, по которым ничего не нашлось.',
  problems: 'Неполадки загрузки',
  noProblems: 'Последняя загрузка прошла без замечаний',
  error: 'Ошибка',
  warning: 'Предупреждение',
  more: ({ count }: { count: number }) =>
    `И ещё ${count} ${plural('ru', count, { one: 'замечание', few: 'замечания', many: 'замечаний', other: 'замечания' })}`,
  count: ({ count }: { count: number }) =>
    `${count} ${plural('ru', count, { one: 'замечание', few: 'замечания', many: 'замечаний', other: 'замечания' })}`,
  next: ({ count }: { count: number }) => `Следующие ${count}`,
  allKinds: 'Все виды замечаний',
  votes: 'Оценки страниц',
  noVotes: 'Страницы ещё никто не оценивал',
  page: 'Страница',
  helpful: 'Помогла',
  unhelpful: 'Не помогла',
  last: 'Последний раз',
  queries: 'Поиск без результатов',
  noQueries: 'Пока находилось всё, что искали',
  query: 'Запрос',
  language: 'Язык',
  times: 'Раз',
}
