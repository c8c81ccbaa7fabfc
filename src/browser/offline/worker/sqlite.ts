import initSqlite, { type Database, type Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import wasmAddress from '@sqlite.org/sqlite-wasm/sqlite3.wasm' with { type: 'file' }
import { request } from '../requests.ts'

/** SQLite's start function, typed here because the library's types omit that it accepts the WebAssembly binary. */
const start: (options: { wasmBinary: ArrayBuffer }) => Promise<Sqlite3Static> = initSqlite

/**
 * Settings of SQLite. Databases here are in memory only; with file storage enabled, SQLite warns that it cannot store
 * files.
 */
const config = {
  disable: { vfs: { kvvfs: true, opfs: true, 'opfs-vfs': true, 'opfs-sahpool': true, 'opfs-wl': true } },
}

let loaded: Promise<Sqlite3Static> | undefined

function loadSqlite(): Promise<Sqlite3Static> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined
    throw error
  })
  return loaded
}

async function load(): Promise<Sqlite3Static> {
  const file = (await caches.match(wasmAddress)) ?? (await request(wasmAddress, {}))
  Object.assign(globalThis, { sqlite3ApiConfig: config })
  return start({ wasmBinary: await file.arrayBuffer() })
}

export async function openDatabase(file?: Uint8Array): Promise<Database> {
  const { oo1, capi, wasm } = await loadSqlite()
  const database = new oo1.DB()
  if (!file) return database
  const memory = wasm.allocFromTypedArray(file)
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE
  database.checkRc(
    capi.sqlite3_deserialize(database.pointer ?? 0, 'main', memory, file.byteLength, file.byteLength, flags),
  )
  return database
}

export async function exportDatabase(database: Database): Promise<Uint8Array<ArrayBuffer>> {
  const { capi } = await loadSqlite()
  return capi.sqlite3_js_db_export(database)
}
