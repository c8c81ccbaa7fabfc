export const broadcast = {
  title: 'Рассылки',
  description: 'Одно сообщение многим в Telegram: составить, проверить, запустить и следить за отправкой',
}
