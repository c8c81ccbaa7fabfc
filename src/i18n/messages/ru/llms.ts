import { plural } from '../../format.ts'

export const llms = {
  about:
    'Ниже — все страницы на русском. Ссылки ведут на Markdown; уберите `.md` из адреса, чтобы открыть веб-страницу.',
  sections: 'Списки страниц по разделам',
  pages: ({ count }: { count: number }) =>
    `${count} ${plural('ru', count, { one: 'страница', few: 'страницы', many: 'страниц', other: 'страницы' })}`,
  whole: 'Вся документация одним файлом',
  wholeDescription: 'те же страницы подряд, целиком',
  otherLanguage: 'список страниц на другом языке',
}
