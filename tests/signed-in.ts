import { newSession } from '../src/auth/session/session.ts'
import type { Db } from '../src/db/client.ts'
import { addUsers } from './users.ts'

export interface SignedIn {
  id: string
  /** The session cookie, as sent in a header */
  cookie: string
  /** The session token without the name of the cookie */
  token: string
}

let count = 0

/** Creates a user who has just signed in. */
export async function signIn(db: Db, { isHttps = true, now = Date.now() } = {}): Promise<SignedIn> {
  const [id = ''] = await addUsers(db, [{ login: `member-${++count}-${now}` }])
  const session = newSession(db, { userId: id, now, address: '10.0.0.1', userAgent: 'A test' })
  await db.writeBatch([session.statement])
  return { id, token: session.token, cookie: `${isHttps ? '__Host-sid' : 'sid'}=${session.token}` }
}
