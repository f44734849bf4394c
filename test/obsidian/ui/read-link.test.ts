import { readLink } from '../../../src/obsidian/ui/follow-link';

const UNKNOWN = { kind: 'unknown' };

describe('readLink', () => {
  it.each([
    ['florilegium/sync', {}, { kind: 'sync' }],
    ['sync', {}, { kind: 'sync' }],
    ['sync', { vault: 'Notes' }, { kind: 'sync' }],
    ['florilegium/open', { id: '41023871' }, { kind: 'open', id: '41023871' }],
    ['open', { id: '01hw3sample', vault: 'Notes' }, { kind: 'open', id: '01hw3sample' }],
    ['open', { id: 'rw512001' }, { kind: 'open', id: 'rw512001' }],
  ])('should understand %s with %j', (action, params, wish) => {
    expect(readLink({ action, ...params })).toEqual(wish);
  });

  it.each([
    ['florilegium', {}],
    ['florilegium/render', {}],
    ['open', {}],
    ['open', { id: 'true or false' }],
    ['open', { id: '../../secret' }],
    ['open', { id: 'a'.repeat(65) }],
    ['open', { id: '1', token: 'stolen' }],
    ['sync', { id: '1' }],
    ['sync', { baseUrl: 'https://example.com' }],
    ['sync', { folder: '/' }],
    ['remove', { id: '1' }],
    ['florilegium/sync/open', { id: '1' }],
  ])('should do nothing when asked for %s with %j', (action, params) => {
    expect(readLink({ action, ...params })).toEqual(UNKNOWN);
  });

  it('should do nothing when nothing is said', () => {
    expect(readLink({})).toEqual(UNKNOWN);
  });
});
