import { layoutFindings } from './accessibility-layout';
import type { AppUnderTest } from './app-under-test';
import { benchFor } from './bench-for';

const RULE = { when: { kinds: ['tweet'] }, then: { leaveOut: true } };

describe('the settings on a narrow phone', () => {
  let app: AppUnderTest;
  const bench = benchFor(() => ({ app, servers: [] }));

  async function openNarrow(width: number): Promise<void> {
    app = await bench.openApp({
      data: JSON.stringify({ syncOnOpen: false, rules: [RULE] }),
      phone: true,
    });
    await app.page.setViewportSize({ width, height: 640 });
  }

  it('should fit on each of their pages', async () => {
    await openNarrow(320);
    await app.openSettings();
    const rows = app.page.locator('.setting-item.mod-navigable');
    const findings = [...(await layoutFindings(app.page, '.mod-settings'))];
    const count = await rows.count();
    expect(count).toBe(5);
    for (let index = 0; index < count; index += 1) {
      await rows.nth(index).click();
      findings.push(...(await layoutFindings(app.page, '.mod-settings')));
      await app.button('Back').click();
    }
    expect(findings).toEqual([]);
  });

  it('should fit with a rule, whose choices are long', async () => {
    await openNarrow(375);
    await app.openSettings('Rules');
    await app.button('Add rule').click();
    await app.page.getByRole('dialog').last().getByRole('combobox').first().waitFor();
    expect(await layoutFindings(app.page, '.modal-container .modal')).toEqual([]);
  });
});
