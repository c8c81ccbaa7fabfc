/** Time during which an act can be undone, ms. Applies on the server and in the toast */
export const undoForMs = 10_000
