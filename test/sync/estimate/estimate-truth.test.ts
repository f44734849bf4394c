import { newEstimate, secondsLeft, withHeard } from '../../../src/core/estimate/sync-estimate';
import type { Progress } from '../../../src/ports';
import { runSync } from '../../../src/sync/run-sync';
import { createInProcessClient } from '../../property/in-process-client';
import { newDevice, settings, World } from '../../property/world';
import { CANARY_TOKEN as token } from '../../support/canary';
import { convertHtml } from '../../support/convert-html';
import { FakeClock } from '../../support/fake-clock';

/** How far off what is told may be, in seconds: the pace of answers is a guess, the rate is not. */
const ALLOWED = 12;

describe('the time that is told', () => {
  it('should foresee the waits for the rate limit from the first page on', async () => {
    const world = await World.create({ pageSizes: { exportBooks: 5, documents: 2 } });
    for (let number = 1; number <= 150; number += 1)
      world.library.addDocument({
        title: `Document ${String(number)}`,
        category: 'article',
        location: 'later',
      });
    for (let number = 1; number <= 20; number += 1)
      world.library.addHighlight(world.library.addBook({ title: `Book ${String(number)}` }).id, {
        text: 'Passage',
      });
    const clock = new FakeClock({ startsAt: world.now });
    const device = newDevice();
    let estimate = newEstimate(clock.monotonic());
    const told: { readonly at: number; readonly end: number }[] = [];
    let pulled = 0;
    const hear = (progress: Progress): void => {
      const now = clock.monotonic();
      estimate = withHeard(estimate, progress, now);
      if (progress.step === 'pulling' && progress.endpoint === 'documents') pulled = now;
      // As it is shown a little later: at once nothing is told.
      const shown = now + 3000;
      const left = secondsLeft(estimate, shown);
      if (estimate.stage === 'pulling' && left !== null) told.push({ at: shown, end: shown + left * 1000 });
    };
    const deps = {
      vault: device.vault,
      state: device.state,
      http: createInProcessClient(world.server, clock),
      clock,
      random: () => 0.5,
      reporter: { progress: hear },
      convertHtml,
    };
    expect(
      await runSync(deps, { settings: settings(), token, full: false, dryRun: false, maxDelete: null }),
    ).toMatchObject({ outcome: 'done', notes: { created: 170 } });
    expect(told.length).toBeGreaterThan(50);
    // 75 pages at 20 a minute: three minutes of waiting.
    expect(pulled).toBeGreaterThan(180_000);
    const wrong = told.filter(({ end }) => Math.abs(end - pulled) > ALLOWED * 1000);
    expect(wrong).toEqual([]);
    await world.close();
  });

  it('should have in it the full texts that come after the pulls', async () => {
    const world = await World.create({ pageSizes: { documents: 20 } });
    for (let number = 1; number <= 260; number += 1)
      world.library.addDocument({
        title: `Document ${String(number)}`,
        category: 'article',
        location: 'later',
        htmlContent: '<p>Text.</p>',
      });
    const clock = new FakeClock({ startsAt: world.now });
    const device = newDevice();
    let estimate = newEstimate(clock.monotonic());
    const told: number[] = [];
    let ended = 0;
    const hear = (progress: Progress): void => {
      const now = clock.monotonic();
      estimate = withHeard(estimate, progress, now);
      if (progress.step === 'texts') ended = now;
      const left = secondsLeft(estimate, now + 3000);
      if (
        progress.step === 'pulling' &&
        progress.endpoint === 'documents' &&
        progress.pages === 12 &&
        left !== null
      )
        told.push(now + 3000 + left * 1000);
    };
    const deps = {
      vault: device.vault,
      state: device.state,
      http: createInProcessClient(world.server, clock),
      clock,
      random: () => 0.5,
      reporter: { progress: hear },
      convertHtml,
    };
    await runSync(deps, {
      settings: settings({ fullText: { place: 'note' } }),
      token,
      full: false,
      dryRun: false,
      maxDelete: null,
    });
    expect(ended).toBeGreaterThan(9 * 60_000);
    expect(told).toHaveLength(1);
    expect(Math.abs((told[0] ?? 0) - ended)).toBeLessThan(90_000);
    await world.close();
  });

  it('should leave out full texts that are asked for on another day', async () => {
    const world = await World.create();
    for (let number = 1; number <= 3; number += 1)
      world.library.addDocument({
        title: `Document ${String(number)}`,
        category: 'article',
        location: 'later',
        htmlContent: '<p>Text.</p>',
      });
    world.server.faults.when(
      { path: '/api/v3/list/', matches: ({ query }) => query['withHtmlContent'] === 'true' },
      { kind: 'status', status: 400 },
    );
    const device = newDevice();
    const toCome = async (): Promise<number> => {
      world.pass(60);
      const clock = new FakeClock({ startsAt: world.now });
      let last = 0;
      const hear = (progress: Progress): void => {
        if (progress.step === 'pulling') last = progress.textsToCome;
      };
      const deps = {
        vault: device.vault,
        state: device.state,
        http: createInProcessClient(world.server, clock),
        clock,
        random: () => 0.5,
        reporter: { progress: hear },
        convertHtml,
      };
      await runSync(deps, {
        settings: settings({ fullText: { place: 'note' } }),
        token,
        full: false,
        dryRun: false,
        maxDelete: null,
      });
      return last;
    };
    await toCome();
    expect(await toCome()).toBe(3);
    expect(await toCome()).toBe(0);
    await world.close();
  });

  it('should be until this sync ends when there are more full texts than come with one', async () => {
    const world = await World.create();
    for (let number = 1; number <= 260; number += 1)
      world.library.addDocument({
        title: `Document ${String(number)}`,
        category: 'article',
        location: 'later',
        htmlContent: '<p>Text.</p>',
      });
    const clock = new FakeClock({ startsAt: world.now });
    const device = newDevice();
    const heard: Extract<Progress, { readonly step: 'texts' }>[] = [];
    const hear = (progress: Progress): unknown => progress.step === 'texts' && heard.push(progress);
    const deps = {
      vault: device.vault,
      state: device.state,
      http: createInProcessClient(world.server, clock),
      clock,
      random: () => 0.5,
      reporter: { progress: hear },
      convertHtml,
    };
    await runSync(deps, {
      settings: settings({ fullText: { place: 'note' } }),
      token,
      full: false,
      dryRun: false,
      maxDelete: null,
    });
    expect(heard.at(-1)).toEqual({ step: 'texts', done: 199, total: 200 });
    await world.close();
  });
});
