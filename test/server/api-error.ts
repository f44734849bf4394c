/** An answer other than success: the status and the sentence its JSON body carries as `detail`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

export function notFound(): ApiError {
  return new ApiError(404, 'Not found.');
}
