/** An intended failure with an HTTP status; anything else that is thrown is a bug (500). */
export class AppError extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 503 | 507,
    message: string,
  ) {
    super(message)
  }
}

export class NotFoundError extends AppError {
  constructor(fullPath: string) {
    super(404, `Page not found: ${fullPath}`)
  }
}
