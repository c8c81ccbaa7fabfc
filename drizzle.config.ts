import { defineConfig } from 'drizzle-kit'

/** One database at a time: `KURS_DB=content bun run db:generate --name what_changed`. */
const databases = { app: ['accounts', 'watching'], content: ['content'], market: ['market'] }
const named = process.env.KURS_DB
const database = named === 'app' || named === 'market' ? named : 'content'

export default defineConfig({
  dialect: 'sqlite',
  schema: databases[database].map((name) => `./src/db/schema/${name}.ts`),
  out: `./drizzle/${database}`,
})
