declare module '*.css' {
  /** URL of the style sheet if it is imported as a file */
  const href: string

  export { href as default }
}
