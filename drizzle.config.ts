import { defineConfig } from 'drizzle-kit'

/** One database at a time: `KURS_DB=content bun run db:generate --name what_changed`. */
const database = process.env.KURS_DB ?? 'content'

export default defineConfig({
  dialect: 'sqlite',
  schema: `./src/db/schema/${database}.ts`,
  out: `./drizzle/${database}`,
})
