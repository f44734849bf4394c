import { valueAt, withValueAt } from '../../../src/obsidian/ui/settings/setting-keys';

const SETTINGS = {
  folder: 'Readwise',
  scope: { discarded: false, bookCategories: ['books', 'tweets', 'inconclusive-of'] },
  later: { key: 1 },
};

describe('setting keys', () => {
  it('should read a place and the membership in a list', () => {
    expect(valueAt(SETTINGS, 'folder')).toBe('Readwise');
    expect(valueAt(SETTINGS, 'scope.discarded')).toBe(false);
    expect(valueAt(SETTINGS, 'scope.bookCategories.tweets')).toBe(true);
    expect(valueAt(SETTINGS, 'scope.bookCategories.podcasts')).toBe(false);
    expect(valueAt(SETTINGS, 'nowhere.at.all')).toBeUndefined();
  });

  it('should keep everything else when a place changes', () => {
    expect(withValueAt(SETTINGS, 'scope.bookCategories.tweets', false)).toEqual({
      ...SETTINGS,
      scope: { discarded: false, bookCategories: ['books', 'inconclusive-of'] },
    });
    expect(withValueAt(SETTINGS, 'folder', 'Library')).toEqual({ ...SETTINGS, folder: 'Library' });
  });

  it('should hold a member once when it is switched on twice', () => {
    const once = withValueAt(SETTINGS, 'scope.bookCategories.tweets', true);
    expect(valueAt(once, 'scope.bookCategories')).toBeDefined();
    expect(once).toEqual({
      ...SETTINGS,
      scope: { discarded: false, bookCategories: ['books', 'inconclusive-of', 'tweets'] },
    });
  });
});
