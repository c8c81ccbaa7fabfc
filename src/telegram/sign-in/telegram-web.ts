/** Origin of Telegram's web client, which shows Mini Apps in a frame. */
export const telegramWeb = 'https://web.telegram.org'
