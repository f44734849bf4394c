import { problemMessage } from '../../src/messages/messages';

describe('what is said of a problem', () => {
  it.each([
    ['ENOSPC: no space left on device', /no space left on device\. The disk is full\. /],
    ['EACCES: permission denied, open', /cannot be written/],
    ['ENAMETOOLONG: name too long', /too long for this disk/],
    ['EBUSY: resource busy or locked', /Another program/],
  ])('should end with what helps when the disk says %s', (message, expected) => {
    expect(problemMessage({ code: 'error', message })).toMatch(expected);
  });

  it('should be the message alone when that says what to do', () => {
    const message = 'Could not write “A.md”: the disk is full. Free some space and sync again.';
    expect(problemMessage({ code: 'error', message })).toBe(message);
  });

  it('should have one period when Readwise says why it refused the token', () => {
    const problem = { code: 'service', why: 'token-refused', doing: '', detail: 'Invalid token.' } as const;
    expect(problemMessage(problem)).toMatch(/^Readwise refused the access token \(Invalid token\)\. Get /);
  });
});
