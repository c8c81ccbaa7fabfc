declare module '@sqlite.org/sqlite-wasm/sqlite3.wasm' {
  /** URL of the WebAssembly file, which the build puts among the assets */
  const address: string
  export default address
}
