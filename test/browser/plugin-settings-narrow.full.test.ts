import { layoutFindings } from './accessibility-layout';
import type { AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const RULE = { when: { kinds: ['tweet'] }, then: { leaveOut: true } };

describe('the settings on a narrow phone', () => {
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [] }));

  it.each(['en', 'de', 'fr', 'es', 'ja'])(
    'should fit on each of their pages when they speak %s',
    async (language) => {
      app = await bench.openApp({
        data: JSON.stringify({ syncOnOpen: false, rules: [RULE] }),
        phone: true,
        language,
      });
      await app.page.setViewportSize({ width: 320, height: 640 });
      await app.openSettings();
      const rows = app.page.locator('.setting-item.mod-navigable');
      const findings = [...(await layoutFindings(app.page, '.mod-settings'))];
      const count = await rows.count();
      expect(count).toBeGreaterThan(5);
      for (let index = 0; index < count; index += 1) {
        await rows.nth(index).click();
        findings.push(...(await layoutFindings(app.page, '.mod-settings')));
        await app.button('Back').click();
      }
      expect(findings).toEqual([]);
    },
  );
});
