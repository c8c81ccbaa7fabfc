import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { openDb } from '../../db/client.ts'
import { lockFeedForCommand } from '../other-processes.ts'
import { dropLoneLock, isInterrupted, removeMade } from './demo-folder.ts'
import { type DemoMark, readMark } from './demo-mark.ts'
import { firstChat, maxSubscribers } from './subscriber-names.ts'

export type RemoveOutcome =
  | { status: 'removed' }
  /** `demo` has not filled this folder, or its mark cannot be read */
  | { status: 'unmarked' }
  /** A server follows prices in this folder */
  | { status: 'busy' }
  /** Logins of accounts and number of chats that `demo` did not create */
  | { status: 'strangers'; logins: string[]; chats: number }
  /** `app.db` is not the one created by `demo` */
  | { status: 'foreign' }

/** Removes the demo data unless accounts or subscribers were added since; any other outcome changes nothing. */
export async function removeDemo(config: Config): Promise<RemoveOutcome> {
  const mark = readMark(config)
  if (!mark) return { status: 'unmarked' }
  await using lock = await lockFeedForCommand(config)
  if (!lock) return { status: 'busy' }
  const refusal = isInterrupted(config) ? undefined : await lookForStrangers(join(config.dataDir, 'app.db'), mark)
  if (refusal) return refusal
  removeMade(config, mark.files)
  dropLoneLock(config)
  return { status: 'removed' }
}

async function lookForStrangers(path: string, mark: DemoMark): Promise<RemoveOutcome | undefined> {
  const db = await openDb({ url: `file:${path}`, readOnly: true })
  try {
    const [accounts, chats] = [
      await db.readAll('select id, login from users order by id')(),
      await db.readOne('select count(*) as count from subscribers where chat_id not between ? and ?')(
        firstChat,
        firstChat + maxSubscribers - 1,
      ),
    ]
    const isMade = (id: unknown) => mark.members.includes(String(id))
    if (!accounts.some(([id]) => isMade(id))) return { status: 'foreign' }
    const logins = accounts.flatMap(([id, login]) => (isMade(id) ? [] : String(login)))
    const count = Number(chats?.count ?? 0)
    return logins.length > 0 || count > 0 ? { status: 'strangers', logins, chats: count } : undefined
  } finally {
    await db.close()
  }
}
