/**
 * `adopting-process.ts INTO FROM…`: adopts the prepared databases in a loop until the process is killed; prints a line
 * after each adoption.
 */
import { adoptPrepared } from '../src/content/ingest/adopt-prepared.ts'

const [into = '', ...prepared] = process.argv.slice(2)
for (;;)
  for (const from of prepared) {
    await adoptPrepared({ into, from })
    process.stdout.write('adopted\n')
  }
