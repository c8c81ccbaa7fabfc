/** Telegram in a browser, which shows Mini Apps in a frame. */
export const telegramWeb = 'https://web.telegram.org'
