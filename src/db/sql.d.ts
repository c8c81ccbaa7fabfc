declare module '*.sql' {
  const text: string

  export { text as default }
}
