export const trading = {
  alert: 'Оповещение',
  alertFrom: 'Оповещение: от',
  alertTo: 'Оповещение: до',
  line: '{{name}}: {{price}}. Стрелки меняют цену на шаг, с Shift — на сто шагов, Page Up и Page Down — на 1 %. Enter отправляет, Escape возвращает.',
  confirm: 'Поставить {{price}}',
  cancel: 'Отмена',
  moved: '{{name}}: {{price}}',
  undo: 'Вернуть',
  refused: 'Цена не принята.',
  offline: 'Сервер не отвечает: цена осталась прежней.',
}
