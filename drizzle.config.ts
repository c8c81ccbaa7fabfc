import { defineConfig } from 'drizzle-kit'

/** One database at a time: `KURS_DB=content bun run db:generate --name what_changed`. */
const database = process.env.KURS_DB === 'app' ? 'app' : 'content'
const schemas = { app: ['accounts'], content: ['content'] }

export default defineConfig({
  dialect: 'sqlite',
  schema: schemas[database].map((name) => `./src/db/schema/${name}.ts`),
  out: `./drizzle/${database}`,
})
