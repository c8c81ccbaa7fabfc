/** Telegram in a browser, which shows Mini Apps inside its own page. */
export const telegramWeb = 'https://web.telegram.org'
