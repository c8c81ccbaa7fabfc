declare module 'htmx.org/dist/htmx.esm.min.js' {
  const htmx: { process(root: Element): void }

  export { htmx as default }
}
