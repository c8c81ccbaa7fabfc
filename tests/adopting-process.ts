/** `adopting-process.ts INTO FROM…`: adopts one prepared database after the other until it is killed; a line for each. */
import { adoptPrepared } from '../src/content/ingest/adopt-prepared.ts'

const [into = '', ...prepared] = process.argv.slice(2)
for (;;)
  for (const from of prepared) {
    await adoptPrepared({ into, from })
    process.stdout.write('adopted\n')
  }
