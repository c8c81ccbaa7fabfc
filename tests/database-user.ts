import { openDb } from '../src/db/client.ts'

/* A process that uses a database until stdin closes: `database-user.ts FILE`. Prints `open` once it is connected. */

const db = await openDb({ url: `file:${process.argv[2]}` })
await db.client.execute('select count(*) from sqlite_schema')
process.stdout.write('open\n')
for await (const _ of process.stdin) break
await db.close()
process.exit()
