import { type Params, Refusal, readJson } from './telegram-messages.ts'

interface BotCommand {
  command: string
  description: string
}

export interface TelegramCommands {
  methods: Record<string, (params: Params) => unknown>
  /** Returns the commands that an app in this language shows in a private chat */
  offered(language: string): readonly BotCommand[]
}

const badRequest = (text: string) => new Refusal(400, `Bad Request: ${text}`)

/**
 * The command menus of one bot. The empty language is the fallback for users whose language has no menu.
 * Source: https://core.telegram.org/bots/api#setmycommands
 */
export function createCommands(): TelegramCommands {
  const menus = new Map<string, readonly BotCommand[]>()
  return {
    methods: {
      setMyCommands: (params) => {
        const language = readLanguage(params)
        const given = readJson(params.commands)
        if (!Array.isArray(given)) throw badRequest("can't parse commands list JSON object")
        if (given.length > 100) throw badRequest('BOT_COMMANDS_TOO_MUCH')
        menus.set(language, given.map(readCommand))
        return true
      },
      getMyCommands: (params) => menus.get(readLanguage(params)) ?? [],
      deleteMyCommands: (params) => {
        menus.delete(readLanguage(params))
        return true
      },
    },
    offered: (language) => menus.get(language) ?? menus.get('') ?? [],
  }
}

/** Reads the language of a request. @throws Refusal when it is invalid */
function readLanguage({ language_code = '' }: Params): string {
  const language = String(language_code)
  if (!/^([a-z]{2})?$/.test(language)) throw badRequest('invalid language code specified')
  return language
}

/** Reads a command of a request. @throws Refusal when it is invalid */
function readCommand(given: Partial<Record<keyof BotCommand, unknown>>): BotCommand {
  const command = String(given.command ?? '')
    .trim()
    .replace(/^\//, '')
  const description = String(given.description ?? '').trim()
  for (const [what, text, most] of [
    ['command', command, 32],
    ['command description', description, 256],
  ] as const) {
    if (text === '') throw badRequest(`${what} must be non-empty`)
    if ([...text].length > most) throw badRequest(`${what} length must not exceed ${most}`)
  }
  if (!/^[a-z0-9_]+$/.test(command)) throw badRequest('BOT_COMMAND_INVALID')
  return { command, description }
}
