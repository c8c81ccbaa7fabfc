export class NetworkError extends Error {}

/** @throws NetworkError when there is no answer or an error */
export async function request(address: string, options: RequestInit): Promise<Response> {
  const response = await requestAny(address, options)
  if (!response.ok) throw new NetworkError(`${address} answers ${response.status}`)
  return response
}

/** An answer that the server has no such thing is one. */
export async function requestAny(address: string, options: RequestInit): Promise<Response> {
  const response = await fetch(address, options).catch((error: unknown) => {
    throw new NetworkError(`${address} does not answer`, { cause: error })
  })
  if (response.status >= 500) throw new NetworkError(`${address} answers ${response.status}`)
  return response
}
