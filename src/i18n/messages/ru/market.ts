/** What every screen of the market says. */
export const market = {
  demo: 'Демо',
  demoText: 'Цены выдуманы: это демонстрационные данные.',
}
