interface Minutes {
  minutes: number
}

export const docs = {
  sections: 'Разделы документации',
  none: 'В документации пока нет страниц',
  wholeFolder: 'Все страницы раздела',
  openFolder: 'Открыть раздел',
  onThisPage: 'На этой странице',
  updated: 'Обновлено {{date}}',
  readingTime: ({ minutes }: Minutes) => `${minutes} мин чтения`,
  neighbours: 'Соседние страницы',
  previous: 'Назад',
  next: 'Дальше',
  edit: 'Предложить правку',
  source: 'Исходный текст страницы',
  copyMarkdown: 'Скопировать в Markdown',
  openIn: 'Открыть в {{name}}',
  openInAsks: 'Прочитай {{address}} и помоги мне с вопросами об этой странице.',
  openMarkdown: 'Открыть в Markdown',
  copied: 'Скопировано',
  copyFailed: 'Не скопировалось. Открыть страницу?',
  copyFailedHint: 'Скопировать не удалось. Откройте страницу в Markdown по этой же ссылке и скопируйте текст оттуда.',
}
