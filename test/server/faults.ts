import type { LoggedRequest } from './request-log';

/** One way for an answer to go wrong. */
export type Fault =
  /** This answer instead of the real one; the request changes nothing. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The real answer, but `ms` milliseconds later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The connection stays open and nothing comes. */
  | { readonly kind: 'silence' }
  /** The connection is reset before any answer; the request changes nothing. */
  | { readonly kind: 'reset' }
  /** The connection is reset after the head and so many bytes of the body. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** A complete answer whose JSON ends after so many characters. */
  | { readonly kind: 'truncated-json'; readonly length: number }
  /** Status 200 with a web page, as a captive portal answers. */
  | { readonly kind: 'html-page'; readonly page?: string }
  /** The real body under another content type. */
  | { readonly kind: 'content-type'; readonly value: string }
  | { readonly kind: 'redirect'; readonly to: string; readonly status?: number }
  /** The last body sent from the same path once more, cursor and all. */
  | { readonly kind: 'repeated-page' }
  /** The real page, but its `nextPageCursor` leads back to itself. */
  | { readonly kind: 'cursor-loop' }
  /** Status 400: the cursor is not known any more. */
  | { readonly kind: 'cursor-refused' }
  /** The real answer with its body passed through `change`. */
  | { readonly kind: 'changed-body'; readonly change: (body: string) => string };

/** Which requests a fault strikes: all that every given part matches. */
export interface RequestMatch {
  readonly method?: string;
  readonly path?: string | RegExp;
  readonly matches?: (request: LoggedRequest) => boolean;
  /** How many times it strikes; without it, always. */
  readonly times?: number;
}

interface Rule {
  readonly match: RequestMatch;
  readonly fault: Fault;
  left: number;
}

/**
 * The script of what goes wrong. The first rule that matches a request strikes; a used-up rule is passed
 * over.
 */
export class FaultScript {
  #rules: Rule[] = [];

  /** Strikes the request with this index of the request log. */
  at(index: number, fault: Fault): void {
    this.when({ matches: (request) => request.index === index, times: 1 }, fault);
  }

  when(match: RequestMatch, fault: Fault): void {
    this.#rules.push({ match, fault, left: match.times ?? Infinity });
  }

  clear(): void {
    this.#rules = [];
  }

  /** The fault for a request, counted as struck; null when it is answered as usual. */
  strike(request: LoggedRequest): Fault | null {
    const rule = this.#rules.find((candidate) => candidate.left > 0 && isMatch(candidate.match, request));
    if (rule === undefined) return null;
    rule.left -= 1;
    return rule.fault;
  }
}

function isMatch(match: RequestMatch, request: LoggedRequest): boolean {
  if (match.method !== undefined && match.method !== request.method) return false;
  if (typeof match.path === 'string' && match.path !== request.path) return false;
  if (match.path instanceof RegExp && !match.path.test(request.path)) return false;
  return match.matches?.(request) ?? true;
}
