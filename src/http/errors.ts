/** A failure with an HTTP status that routes answer on purpose; everything else that is thrown is a bug (500). */
export class AppError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503,
    message: string,
  ) {
    super(message)
  }
}

export class NotFoundError extends AppError {
  /** @param fullPath  path and query, as the visitor typed them */
  constructor(fullPath: string) {
    super(404, `Page not found: ${fullPath}`)
  }
}
