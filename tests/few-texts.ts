import { categories, page } from './site.ts'

/** Minimal content with one page of each kind, in both languages */
export const fewTexts: Record<string, string> = {
  ...categories,
  ...Object.fromEntries(
    ['ru', 'en'].flatMap((locale) => [
      [`${locale}/docs/index.md`, page({ title: 'Свеча' }, 'Что такое свеча')],
      [`${locale}/blog/news/first.md`, page({ title: 'Первая', date: '2026-01-01' })],
    ]),
  ),
}
