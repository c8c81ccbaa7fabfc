/** How long an act can be taken back, ms: on the server and in the toast that offers it */
export const undoForMs = 10_000
