import { plural } from '../../format.ts'

export const start = {
  heat: {
    title: 'Карта рынка за 24 ч',
    breadth: 'Растут {{up}} из {{total}}, падают {{down}}',
    hint: 'Чем больше плитка, тем больше оборот за 24 часа: площадь растёт как его квадратный корень. Цвет показывает направление и силу изменения.',
    tile: '{{name}}, оборот за 24 часа ≈ {{turnover}}: открыть график',
  },
  money: {
    title: 'Учебные деньги',
    day: 'за 24 часа',
    loading: 'Ждём первых цен',
    mixed: 'Разные валюты',
    running: ({ running, count }: { running: number; count: number }) =>
      `${plural('ru', running, { one: 'работает', other: 'работают' })} ${running} из ${count}`,
    noneRuns: 'ни один не работает',
    noBots: 'Ботов ещё нет',
    noBotsText: 'Проверьте стратегию и запустите бота.',
    noDeals: 'Сделок ещё нет',
    noDealsText: 'У каждого актива есть свой учебный счёт на 10 000.',
    accounts: ({ count }: { count: number }) =>
      `${count} ${plural('ru', count, { one: 'счёт', few: 'счёта', other: 'счетов' })}`,
    positions: 'Открытые позиции',
    positionsWorth: 'на {{worth}}',
    noPositions: 'Сейчас ничего не куплено.',
    alerts: 'Активные оповещения',
    nearest: 'Ближайшее: {{base}} {{price}} ({{change}})',
    noAlerts: 'Сообщим, когда цена дойдёт до нужного уровня.',
    waiting: 'Ждём цен с рынка.',
    failed: 'Показатели не обновляются: нет ответа от сервера. Пробуем снова.',
  },
  steps: {
    title: 'Первые шаги',
    progress: 'Сделано {{taken}} из {{all}}',
    done: 'сделано',
    hide: 'Скрыть',
    hideLabel: 'Скрыть первые шаги',
    star: { title: 'Отметьте актив', text: 'Звёздочка в Энигме добавит его в избранное.' },
    alert: { title: 'Создайте оповещение', text: 'Курс сообщит, когда цена дойдёт до нужного уровня.' },
    backtest: { title: 'Запустите бэктест', text: 'Проверьте стратегию на прошлых ценах.' },
    telegram: { title: 'Привяжите Telegram', text: 'Оповещения будут приходить в чат.' },
    noTelegram: 'На этом сайте пока нет бота Telegram.',
  },
  flashStepsHidden: 'Первые шаги скрыты.',
  flashStepsShown: 'Первые шаги снова показаны.',
}
