export const botPage = {}
