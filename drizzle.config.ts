import { defineConfig } from 'drizzle-kit'

/** One database at a time: `KURS_DB=app bun run db:generate --name what_changed`. Every table is of `app.db` but these. */
const schemas = {
  app: './src/db/schema/!(content|market).ts',
  content: './src/db/schema/content.ts',
  market: './src/db/schema/market.ts',
}
const named = process.env.KURS_DB
const database = named === 'app' || named === 'market' ? named : 'content'

export default defineConfig({
  dialect: 'sqlite',
  schema: schemas[database],
  out: `./drizzle/${database}`,
})
