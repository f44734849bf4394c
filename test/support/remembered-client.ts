import type { HttpClient, HttpRequest, HttpResponse } from '../../src/model/ports';
import { createInProcessClient } from '../property/in-process-client';
import type { World } from '../property/world';
import type { FakeClock } from './fake-clock';

/**
 * The answers of a service at which nothing happens any more: each question at each moment is asked once, and answered from
 * memory from then on. Thousands of syncs with the same library so cost little more than the engine itself.
 */
export class RememberedAnswers {
  private readonly answers = new Map<string, HttpResponse>();

  constructor(private readonly world: World) {}

  client(clock: FakeClock): HttpClient {
    const asked = createInProcessClient(this.world.server, clock);
    return { send: (request) => this.answer(request, asked) };
  }

  private async answer(request: HttpRequest, asked: HttpClient): Promise<HttpResponse> {
    const question = `${String(this.world.now)} ${request.method} ${request.url}`;
    const known = this.answers.get(question);
    if (known !== undefined) return known;
    const answer = await asked.send(request);
    this.answers.set(question, answer);
    return answer;
  }
}
