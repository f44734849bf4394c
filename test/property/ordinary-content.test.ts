import fc from 'fast-check';
import { readNote, type Part } from '../support/note-reader/read-note';
import { ordinaryText } from '../support/ordinary-text';
import { hostileRuns } from './runs';
import { settledText } from '../../src/notes/template/settle';
import { passageText } from '../model/passage-text';

/** Languages in small letters, addresses without percent signs. */
const addressed = ({ kind, detail }: Part): string =>
  kind === 'link' || kind === 'image' ? decodeURIComponent(detail) : detail.toLowerCase();

/**
 * What a person sees, part by part: kinds, texts, languages and addresses, however the characters were
 * written.
 */
function seen(parts: readonly Part[]): unknown {
  const out: unknown[] = [];
  let text = '';
  for (const part of parts) {
    if (part.kind === 'text' || part.kind === 'escape') text += part.content;
    else {
      if (text !== '') out.push(text);
      text = '';
      out.push([
        part.kind,
        part.kind === 'math' ? part.content.replace(/\\lt /g, '<').replace(/\s/g, '') : part.content,
        addressed(part),
        seen(part.parts),
      ]);
    }
  }
  return text === '' ? out : [...out, text];
}

const seenIn = (markdown: string): string => JSON.stringify(seen(readNote(markdown, 'formulas').parts));

jest.setTimeout(900_000);

describe('ordinary passages', () => {
  it('should look as they did at the service when they are written into a note', () => {
    fc.assert(
      fc.property(ordinaryText(), (text) => {
        const markdown = settledText(passageText(text));
        const [before, after] = [seenIn(text), seenIn(markdown)];
        if (before !== after)
          throw new Error(`${text}\n------ became\n${markdown}\n------\n${before}\n${after}`);
      }),
      hostileRuns(5),
    );
  });
});
