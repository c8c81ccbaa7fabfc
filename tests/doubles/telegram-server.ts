/**
 * `bun run telegram:double`: the Bot API double for interactive use. It prints the settings to start Kurs with; the
 * user types in chat events, and sent messages are printed. `TELEGRAM_PORT` (8081) is its port, 0 = any free one.
 */
import { createInterface } from 'node:readline'
import { startTelegram } from './telegram.ts'
import { play, WordError, wordList } from './telegram-words.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const telegram = startTelegram({ port: Number(process.env.TELEGRAM_PORT || 8081) })
say(`The Bot API's double listens. Start Kurs with

TELEGRAM_API_ROOT=${telegram.root} TELEGRAM_TOKEN=${telegram.token} bun start

and type what happens in chats:\n${wordList}`)

let seen = 0
const showNew = setInterval(() => {
  for (const { chatId, content } of telegram.delivered.slice(seen, seen + 20)) {
    say(`→ ${chatId}: ${content.text ?? content.caption ?? '(media)'}`)
  }
  if (telegram.delivered.length > seen + 20) say(`… and ${telegram.delivered.length - seen - 20} more`)
  seen = telegram.delivered.length
}, 500)

createInterface({ input: process.stdin }).on('line', async (line) => {
  try {
    const text = await play(telegram, line)
    if (text) say(text)
  } catch (error) {
    if (!(error instanceof WordError)) throw error
    say(error.message)
  }
})
let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (isEnding) return
    isEnding = true
    clearInterval(showNew)
    await telegram.close()
    process.exit(0)
  })
}
