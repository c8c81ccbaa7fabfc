interface Minutes {
  minutes: number
}

export const docs = {
  sections: 'Разделы документации',
  wholeFolder: 'Все страницы раздела',
  openFolder: 'Открыть раздел',
  onThisPage: 'На этой странице',
  updated: 'Обновлено {{date}}',
  readingTime: ({ minutes }: Minutes) => `${minutes} мин чтения`,
  neighbours: 'Соседние страницы',
  previous: 'Назад',
  next: 'Дальше',
  edit: 'Исправить эту страницу',
  source: 'Исходный текст страницы',
}
