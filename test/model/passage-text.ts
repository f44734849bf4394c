import { writePassage } from '../../src/notes/markdown/write';
import { valueOfLines } from '../../src/notes/template/settle';

/** A passage as a template writes it, before its lines are settled. */
export const passageText = (...of: Parameters<typeof writePassage>): string =>
  valueOfLines(writePassage(...of));
