import { nearestLanguage } from '../../../../src/platform/obsidian/language/nearest-language';
import { Speech } from '../../../../src/platform/obsidian/language/speech';

describe('Speech', () => {
  const english = new Speech('en', 'unit');

  it('should put values where they belong, numbers as the language writes them', () => {
    expect(
      english.fill('{count} of {total} in {place}', { count: 1204, total: 20_000, place: 'Readwise' }),
    ).toBe('1,204 of 20,000 in Readwise');
    expect(new Speech('de', 'unit').fill('{count}', { count: 1204 })).toBe('1.204');
  });

  it('should leave alone what belongs to templates, what has no value, and what a value says', () => {
    expect(english.fill('{{author}} - {title} {none}', { author: 'no', title: '{{title}} {title} $&' })).toBe(
      '{{author}} - {{title}} {title} $& {none}',
    );
  });

  it.each([
    ['en', 1, 'one'],
    ['en', 0, 'other'],
    ['fr', 0, 'one'],
    ['pl', 3, 'few'],
    ['pl', 12, 'many'],
    ['ja', 1, 'other'],
  ])('should choose the form that %s has for %d', (language, count, form) => {
    const forms = { one: 'one', few: 'few', many: 'many', other: 'other' };
    expect(new Speech(language, 'unit').plural(forms, count)).toBe(form);
  });

  it('should choose the last form when a language lacks one', () => {
    expect(
      new Speech('pl', 'unit').plural({ other: '{count} notes of {title}' }, 3, { title: 'Walden' }),
    ).toBe('3 notes of Walden');
  });

  it('should join lists as the language does', () => {
    expect(english.list(['a', 'b', 'c'])).toBe('a, b, c');
    expect(new Speech('de', 'unit').list(['a', 'b', 'c'])).toBe('a, b und c');
    expect(new Speech('ja', 'conjunction').list(['a', 'b', 'c'])).toBe('a、b、c');
  });

  it('should say days and moments as the language does', () => {
    expect(english.day('2026-11-22')).toBe('Nov 22, 2026');
    expect(new Speech('ja', 'unit').day('2026-11-22')).toBe('2026/11/22');
    expect(new Speech('de', 'unit').moment('2026-11-22T12:00:00Z')).toMatch(/^2[12]\.11\.2026, \d\d:\d\d$/);
  });
});

describe('nearestLanguage', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['pt-BR', 'pt-BR'],
    ['pt_br', 'pt-BR'],
    ['zh-TW', 'en'],
    ['', 'en'],
    ['tlh', 'en'],
  ])('should be for %s', (asked, spoken) => {
    expect(nearestLanguage(asked, ['de', 'en', 'pt-BR'])).toBe(spoken);
  });
});
