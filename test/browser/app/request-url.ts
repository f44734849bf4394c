interface RequestUrlParam {
  readonly url: string;
  readonly method?: string;
  readonly contentType?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
  readonly throw?: boolean;
}

interface RequestUrlResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly arrayBuffer: ArrayBuffer;
  readonly text: string;
  readonly json: unknown;
}

/**
 * Cannot be stopped, takes a status of 400 or more for an error unless told otherwise, and gives answers
 * again that may be kept, as sessions of Electron do.
 */
export async function requestUrl(request: RequestUrlParam): Promise<RequestUrlResponse> {
  const headers = {
    ...request.headers,
    ...(request.contentType === undefined ? {} : { 'Content-Type': request.contentType }),
  };
  const answer = await fetch(request.url, {
    method: request.method ?? 'GET',
    headers,
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  if (request.throw !== false && answer.status >= 400)
    throw new Error(`Request failed, status ${String(answer.status)}`);
  const arrayBuffer = await answer.arrayBuffer();
  const text = new TextDecoder().decode(arrayBuffer);
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    arrayBuffer,
    text,
    get json(): unknown {
      return JSON.parse(text) as unknown;
    },
  };
}
