export const botForm = {}
