import { openDb } from '../src/db/client.ts'

/* A process that works with a database until it is told to end: `database-user.ts FILE`. Says so once it does. */

const db = await openDb({ url: `file:${process.argv[2]}` })
await db.client.execute('select count(*) from sqlite_schema')
process.stdout.write('open\n')
for await (const _ of process.stdin) break
await db.close()
process.exit()
