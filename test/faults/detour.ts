import type { HttpClient, HttpRequest, HttpResponse } from '../../src/model/ports';

/** Before the page that a request with this index asks for comes an empty one, whose cursor leads to it. */
export class EmptyPageBefore implements HttpClient {
  private sent = 0;
  private behind: HttpRequest | null = null;

  constructor(
    private readonly client: HttpClient,
    private readonly index: number,
  ) {}

  async send(request: HttpRequest): Promise<HttpResponse> {
    const index = this.sent;
    this.sent += 1;
    if (this.behind !== null && new URL(request.url).searchParams.get('pageCursor') === CURSOR)
      return this.client.send(this.behind);
    const response = await this.client.send(request);
    if (index !== this.index || !/\/(?:export|list)\//.test(request.url) || /[?&]id=/.test(request.url))
      return response;
    this.behind = request;
    return { ...response, body: JSON.stringify({ count: 0, nextPageCursor: CURSOR, results: [] }) };
  }
}

const CURSOR = 'behind-an-empty-page';
