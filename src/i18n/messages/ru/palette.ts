import { plural } from '../../format.ts'

export const palette = {
  title: 'Поиск и команды',
  label: 'Поиск активов, разделов, действий и документов',
  placeholder: 'Актив, раздел или действие',
  start: 'Введите актив с таймфреймом («ETH 4ч»), раздел, действие или слово из документации.',
  nothing: 'По запросу «{{query}}» ничего не нашлось',
  nothingHint:
    'Проверьте написание или введите название актива, раздела или действия: «BTC 15», «оповещение BTC 100000».',
  found: ({ total }: { total: number }) =>
    `${plural('ru', total, { one: 'Найден', other: 'Найдено' })} ${total} ${plural('ru', total, {
      one: 'вариант',
      few: 'варианта',
      many: 'вариантов',
      other: 'варианта',
    })}`,
  groups: {
    recent: 'Недавние',
    charts: 'Активы',
    acts: 'Действия',
    screens: 'Разделы',
    layouts: 'Раскладки графиков',
    bots: 'Ваши боты',
    users: 'Пользователи',
    documents: 'Документы',
  },
  verbs: {
    chart: '{{pair}}: график',
    asset: '{{pair}}: сведения об активе',
    alert: 'Новое оповещение {{pair}}',
    buy: 'Купить {{pair}} на бумаге',
    sell: 'Продать {{pair}} на бумаге',
    backtest: 'Бэктест {{pair}}',
    bot: 'Новый бот {{pair}}',
  },
  alertAt: 'Новое оповещение {{pair}}: {{price}}',
  language: 'Язык: {{name}}',
}
