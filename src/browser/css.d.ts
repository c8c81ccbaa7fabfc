declare module '*.css' {
  /** URL of the style sheet if it is imported as a file, its text if as text */
  const sheet: string

  export { sheet as default }
}
