import { openDb } from '../../db/client.ts'
import { trimMoves } from './moves/queries.ts'

export interface AdoptOptions {
  /** Path of the database whose content is replaced; its tables must be migrated. */
  into: string
  /** Path of the prepared database, which the same release must have made */
  from: string
}

/** Tables that are not copied from the prepared database */
const notCopied = /^(sqlite_|_migrations$|_writable$|content_moves$|content_state$)/

/**
 * Replaces all content by that of a prepared database, in one transaction: readers see either the old or the new
 * content, and after a crash the old content remains. Raises the content version. Old addresses of moved pages stay: a
 * page that changed its address is found by the hash of its text.
 */
export async function adoptPrepared({ into, from }: AdoptOptions): Promise<void> {
  // A separate connection is used, because the full-text index caches parts of its shadow tables per connection.
  const db = await openDb({ url: urlOf(into) })
  try {
    await db.client.execute({ sql: 'attach ? as prepared', args: [urlOf(from)] })
    const { rows } = await db.client.execute(`select type, name, sql from main.sqlite_master where sql is not null`)
    const schema = rows.map(({ type, name, sql }) => ({ type, name: String(name), sql: String(sql) }))
    const tables = schema.filter(({ type, name, sql }) => type === 'table' && !notCopied.test(name) && !isVirtual(sql))
    // Virtual tables, such as the full-text index, are copied through their shadow tables, which are ordinary tables.
    const triggers = schema.filter(({ type }) => type === 'trigger')
    await db.writeRaw(
      [
        ...leaveAddresses,
        ...triggers.map(({ name }) => `drop trigger "${name}"`),
        ...tables.flatMap(({ name }) => [
          `delete from main."${name}"`,
          `insert into main."${name}" select * from prepared."${name}"`,
        ]),
        ...triggers.map(({ sql }) => sql),
        ...arriveAtAddresses,
      ],
      { lane: 'bulk' },
    )
    await db.writeBatch([trimMoves(db)], { lane: 'bulk' })
  } finally {
    await db.close()
  }
}

function isVirtual(sql: string): boolean {
  return /^create virtual table/i.test(sql)
}

function urlOf(path: string): string {
  return `file:${encodeURI(path)}`
}

/** SQL of the new content version, which is higher than every version in either database */
const newVersion = '(select version from content_state)'

/**
 * Statements that record the old addresses of pages. They run before the new pages are inserted, because every page may
 * have moved.
 */
const leaveAddresses = [
  `insert into content_state (id, version) values (1, 1) on conflict (id) do update set version = version + 1`,
  `update content_state set version = max(version, (select coalesce(max(version), 0) + 1 from prepared.content_state))`,
  `insert into content_moves (path, hash, target, version)
    select path, text_hash, null, ${newVersion} from content_files where text_hash is not null
    on conflict (path) do update set hash = excluded.hash, target = null, version = excluded.version`,
]

const arriveAtAddresses = [
  `update content_files set version = ${newVersion}`,
  `update content_redirects set version = ${newVersion}`,
  // An address at which a page exists is no old address.
  `delete from content_moves where path in (select path from content_files where text_hash is not null)`,
  `update content_moves set target = (select min(path) from content_files where text_hash = content_moves.hash)
    where target is null`,
  // Old addresses whose target page has moved again now lead to its current address.
  `update content_moves set target = (select next.target from content_moves next where next.path = content_moves.target)
    where target in (select path from content_moves)`,
]
