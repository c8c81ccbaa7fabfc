/** Time during which an act can be undone, ms, on the server and in the toast */
export const undoForMs = 10_000
