import type { Digits } from '../../market/units.ts'
import { accountKey } from '../../ui/account-storage.ts'
import type { SavedAccount } from './practice-account.ts'

/** Local storage key of practice accounts, by IDs of their owner and of the replay; see `account-storage.ts` */
const practiceKey = (owner: string, replay = '') => `kurs-practice:${owner}:${replay}`

/** The practice accounts of one replay, by asset, as local storage holds them */
interface SavedPractice {
  /** Time of the replay, ms UTC */
  time: number
  desks: Readonly<Record<string, SavedDesk>>
}

export interface SavedDesk {
  digits: Digits
  account: SavedAccount
}

interface Stored extends SavedPractice {
  version: 1
  /** Page that wrote it last */
  writer: string
  /** Time of the writing, ms UTC */
  at: number
}

export interface PracticeStore {
  /** Returns the accounts of this tab, or those of a tab whose replay stood at a time; undefined if there are none. */
  load(time: number): SavedPractice | undefined
  /** Returns whether the accounts will survive a reload. */
  save(practice: SavedPractice): boolean
  /** Whether another tab now writes under the key of this one, whose accounts then have to be saved again */
  isTaken(key: string | null): boolean
}

interface StoreOptions {
  /** Storage that all tabs share */
  local: Storage
  /** Storage of this tab */
  session: Storage
  now(): number
  newId(): string
}

/** Number of replays whose accounts are kept for each user */
const maxReplays = 4
/** Max length of the stored accounts of a replay, UTF-16 units */
const maxLength = 400_000
/** Max number of assets of a stored replay */
const maxDesks = 20

/**
 * Creates the store of a tab's practice accounts, which belong to the signed-in user. A duplicated tab begins with a
 * copy: whichever of the two sees that the other has written continues under another key.
 */
export function createPracticeStore({ local, session, now, newId }: StoreOptions): PracticeStore {
  const writer = newId()
  const owner = attempt(() => local.getItem(accountKey)) ?? ''
  const prefix = practiceKey(owner)
  const read = (key: string) => attempt(() => readStored(local.getItem(key)))
  const replays = () =>
    Object.keys(local)
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const stored = read(key)
        return stored ? [{ key, ...stored }] : []
      })
      .sort((a, b) => b.at - a.at)
  let key: string | undefined
  const isForeign = (known: string) => (read(known)?.writer ?? writer) !== writer
  const write = (practice: SavedPractice): true => {
    if (!key || isForeign(key)) key = practiceKey(owner, newId())
    const text = textOf({ version: 1, writer, at: now(), ...practice })
    const others = replays().filter((each) => each.key !== key)
    for (const { key: old } of others.slice(maxReplays - 1)) local.removeItem(old)
    local.setItem(key, text)
    session.setItem(prefix, key)
    return true
  }
  const save = (practice: SavedPractice): boolean => {
    // After the owner has signed out, nothing of theirs may be stored any more.
    const isOwners = owner !== '' && attempt(() => local.getItem(accountKey)) === owner
    return isOwners && attempt(() => write(practice)) === true
  }
  return {
    load: (time) => {
      const own = attempt(() => session.getItem(prefix)) ?? undefined
      const found = attempt(() => replays().find((each) => (own ? each.key === own : each.time === time)))
      if (!found) return undefined
      key = found.key
      const { desks } = found
      // Claims the key at once, so that another tab with it notices.
      attempt(() => local.setItem(found.key, JSON.stringify({ ...readStored(local.getItem(found.key)), writer })))
      attempt(() => session.setItem(prefix, found.key))
      return { time: found.time, desks }
    },
    save,
    isTaken: (changed) => changed !== null && changed === key && isForeign(changed),
  }
}

/** Writes accounts as JSON. If it is too long, the oldest states and trades are left out. */
function textOf(stored: Stored): string {
  for (let count = 100; ; count = Math.floor(count / 2)) {
    const desks = Object.entries(stored.desks)
      .slice(-maxDesks)
      .map(([asset, { digits, account }]) => {
        const [first, ...states] = account.states
        const kept = first ? [first, ...states.slice(-Math.max(1, count))] : []
        return [
          asset,
          { digits, account: { states: kept, trades: count > 0 ? account.trades.slice(-10 * count) : [] } },
        ]
      })
    const text = JSON.stringify({ ...stored, desks: Object.fromEntries(desks) })
    if (text.length <= maxLength || count === 0) return text
  }
}

function readStored(text: string | null): Stored | undefined {
  const stored: Stored | null = text === null ? null : JSON.parse(text)
  return stored?.version === 1 && typeof stored.desks === 'object' ? stored : undefined
}

function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act()
  } catch {
    // Local storage may be refused in private windows, be full, or hold what another version has written.
    return undefined
  }
}
