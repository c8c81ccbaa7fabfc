import { plural } from '../../format.ts'

export const blog = {
  title: 'Блог',
  description: 'Как устроен Курс, что такое тик и чем учебная торговля отличается от настоящей.',
  all: 'Все статьи',
  categories: 'Рубрики',
  latest: 'Новое',
  empty: 'В этой рубрике пока нет статей.',
  emptyAll: 'Статей пока нет.',
  readingTime: ({ minutes }: { minutes: number }) =>
    `${minutes} ${plural('ru', minutes, { one: 'минута', few: 'минуты', many: 'минут', other: 'минуты' })} чтения`,
}
