import type { RequestUrlResponse } from 'obsidian';
import { HttpError } from '../../model/ports';

export interface RequestLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** What is asked, in words for a person. */
  readonly target: string;
}

/** `requestUrl` cannot be stopped: after a timeout or a cancel the request runs on, and its late answer is dropped. */
export function withinLimits(
  start: () => Promise<RequestUrlResponse>,
  { timeoutMs, signal, target }: RequestLimits,
): Promise<RequestUrlResponse> {
  if (signal?.aborted === true) return Promise.reject(new HttpError('cancelled', `${target} was cancelled`));
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      window.clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      finish();
    };
    const fail = (error: HttpError): void => settle(() => reject(error));
    const onAbort = (): void => fail(new HttpError('cancelled', `${target} was cancelled`));
    const timer = window.setTimeout(
      () => fail(new HttpError('timeout', `${target} gave no answer within ${String(timeoutMs)} ms`)),
      timeoutMs,
    );
    signal?.addEventListener('abort', onAbort);
    start().then(
      (answer) => settle(() => resolve(answer)),
      (cause: unknown) => fail(new HttpError('network', `${target} could not be reached${reasonIn(cause)}`)),
    );
  });
}

/** Only a code such as `net::ERR_NAME_NOT_RESOLVED`: the rest of such a message may quote what was sent, the token with it. */
function reasonIn(cause: unknown): string {
  const code = /net::ERR_[A-Z_]+/.exec(cause instanceof Error ? cause.message : '')?.[0];
  return code === undefined ? '' : ` (${code})`;
}
