/** What the program keeps cannot be used as it is. Its message says which file, what is wrong and what to do. */
export class DataError extends Error {}
