import { dateFnsFormat } from '../../../src/convert/date-format';
import { formatUtc } from '../../../src/core/template/utc-date';

/** What the plugin uses of the app's Moment: a time of UTC in its letters, in English. */
export const moment = {
  utc: (text: string) => ({ format: (format: string): string => formatUtc(text, dateFnsFormat(format, 'moment') ?? undefined) }),
};
