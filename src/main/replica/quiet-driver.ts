/* Import this before a module that loads the database driver, not in the same module: imported packages are
   evaluated first. The native library reads `RUST_LOG` once when it is loaded. If the variable is missing, the
   library writes colored lines to standard output among the JSON log lines while a replica cannot reach its server. */

/** Names of the C library on different systems; the first library that loads is used */
const libraries = ['libc.so.6', 'libc.musl-x86_64.so.1', 'libc.musl-aarch64.so.1', 'libSystem.B.dylib']

if (process.env.RUST_LOG === undefined && /^(libsql|https?):/.test(process.env.APP_DB_URL ?? '')) {
  process.env.RUST_LOG = 'off'
  if (process.versions.bun) silence('RUST_LOG')
}

/**
 * Sets an environment variable for native libraries: on Bun, they do not see changes of `process.env`, unlike on Node.
 */
function silence(variable: string): void {
  const { dlopen } = process.getBuiltinModule('bun:ffi') as typeof import('bun:ffi')
  const [name, value] = [Buffer.from(`${variable}\0`), Buffer.from('off\0')]
  for (const library of libraries) {
    try {
      const { symbols } = dlopen(library, { setenv: { args: ['cstring', 'cstring', 'i32'], returns: 'i32' } })
      symbols.setenv(name, value, 0)
      return
    } catch {
      // Tries the next name: the library has a different name on this system.
    }
  }
}

export {}
