import type { HttpClient, HttpRequest, HttpResponse } from '../../src/model/ports';

/** A request that a fault strikes. */
export interface Struck {
  readonly request: HttpRequest;
  /** The answer that the service would have given. */
  readonly answer: () => Promise<HttpResponse>;
  /** The service's last true answer to a page of the same list before this one; null when there was none. */
  readonly before: HttpResponse | null;
}

/** How a sync may end that met a fault. */
export type Ending =
  /** As if there had been no fault. */
  | 'as without'
  /** Done, but for what the next sync brings. */
  | 'later'
  /** Done but for records that it names. */
  | 'partial'
  | 'token'
  | 'service';

/** One way for a request to go wrong, and what a sync may make of it. */
export interface RequestFault {
  readonly name: string;
  readonly strike: (struck: Struck) => Promise<HttpResponse>;
  /** Which requests it can strike: by default, all. */
  readonly strikes?: (request: HttpRequest) => boolean;
  /** When it strikes one request. */
  readonly once: readonly Ending[];
  /** When it strikes that request and all that come after. */
  readonly always: readonly Ending[];
}

/** Strikes the request with this index, and with `always` every later one. */
export interface FaultPoint {
  readonly fault: RequestFault;
  readonly index: number;
  readonly times: 'once' | 'always';
}

/** Whether nothing hangs on the answer but the time that is told: how many books there are. */
const isForProgress = ({ url }: HttpRequest): boolean => new URL(url).searchParams.get('page_size') === '1';

/** Whether each of the books is asked for alone where this fails. */
const isForManyBooks = ({ url }: HttpRequest): boolean =>
  new URL(url).searchParams.get('ids')?.includes(',') === true;

/** A client whose requests meet a fault. */
export class FaultyClient implements HttpClient {
  /** How many requests the fault has struck. */
  struck = 0;
  /** How many of them a sync cannot do without. */
  struckInEarnest = 0;
  /** Requests sent after the first that was struck. */
  afterwards = 0;
  private sent = 0;
  private readonly lastPages = new Map<string, HttpResponse>();

  constructor(
    private readonly client: HttpClient,
    private readonly point: FaultPoint,
  ) {}

  async send(request: HttpRequest): Promise<HttpResponse> {
    const index = this.sent;
    this.sent += 1;
    if (this.struck > 0) this.afterwards += 1;
    const { fault, times } = this.point;
    const isDue = times === 'once' ? index === this.point.index : index >= this.point.index;
    const list = listOf(request);
    const answer = async (): Promise<HttpResponse> => {
      const response = await this.client.send(request);
      this.lastPages.set(list, response);
      return response;
    };
    if (!isDue || fault.strikes?.(request) === false) return answer();
    this.struck += 1;
    if (!isForProgress(request) && !isForManyBooks(request)) this.struckInEarnest += 1;
    return fault.strike({ request, answer, before: this.lastPages.get(list) ?? null });
  }
}

/** What is asked for, whichever page of it. */
function listOf({ url }: HttpRequest): string {
  const asked = new URL(url);
  asked.searchParams.delete('pageCursor');
  return asked.href;
}
