declare module '*.css' {
  /** URL of the style sheet, when imported as a file */
  const href: string

  export { href as default }
}
