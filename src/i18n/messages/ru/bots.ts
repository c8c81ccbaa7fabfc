export const bots = {
  title: 'Боты',
  description: 'Боты на учебные деньги: стратегии, проверка на истории, торговля на живых ценах без риска.',
  paper: 'Учебные деньги: настоящих здесь нет',
  states: {
    draft: 'Черновик',
    running: 'Работает',
    paused: 'На паузе',
    stopped: 'Остановлен',
    halted: 'Прекратил торговлю',
    error: 'Ошибка',
  },
  strategies: {
    dca: 'Усреднение',
    grid: 'Сетка',
    'ma-cross': 'Пересечение средних',
    rsi: 'Разворот по RSI',
    breakout: 'Пробой',
    manual: 'Вручную',
  },
  sides: { buy: 'Покупка', sell: 'Продажа' },
  navigation: 'Разделы ботов',
  /* Of bots that are shown to everybody, by the name in their row */
  shownNames: {
    dca: 'Копилка на битке',
    grid: 'Сетка на эфире',
    'ma-cross': 'Следование тренду',
    rsi: 'Ловец дна',
    breakout: 'Охотник за пробоями',
  },
  reasons: {
    drawdown: 'просадка больше допустимой',
    'daily-loss': 'потери за день больше допустимых',
    person: 'поставлен на паузу',
    stopped: 'остановлен',
    'source-changed': 'цены идут из другого источника',
    'asset-gone': 'актива больше нет',
  },
}
