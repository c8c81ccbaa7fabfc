declare module '@sqlite.org/sqlite-wasm/sqlite3.wasm' {
  /** Address of the file the build has put among the assets */
  const address: string
  export default address
}
