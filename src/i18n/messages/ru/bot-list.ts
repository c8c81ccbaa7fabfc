export const botList = {}
