/** Texts that every YAML reader takes for the same text when they stand bare. */
const BARE =
  /^\p{L}[\p{L}\p{M}\p{N} ,.()'/_\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u3001\u3002\u300c\u300d\uff1a+;!?&-]*$/u;
const DATE_OR_ADDRESS = /^(?:\d{4}-\d{2}-\d{2}|https?:\/\/[\w.~/?=&%+@;:-]*[\w/])$/;
/** Ids: with a letter that no notation of numbers has. */
const ID = /^\d[\da-z]*[g-hj-mp-tvwz][\da-z]*$/i;
/** Words that readers of older versions of YAML take for something else, and blanks or commas at the end. */
const SPECIAL = /^(?:true|false|null|yes|no|on|off|y|n)$|[ ,]$/i;

/** What a quoted text cannot show, or what editors change: control characters, odd blanks, line ends, halves of pairs. */
const UNSEEN = /[\u007f-\u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\ufffe\uffff]|\p{Cs}/gu;

/** One value as YAML 1.2, on one line: bare where no reader can take it for something else, in double quotes otherwise. */
export function dumpScalar(value: string | number | boolean): string {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value);
  if (typeof value === 'number') return Number.isNaN(value) ? '.nan' : value < 0 ? '-.inf' : '.inf';
  return (BARE.test(value) && !SPECIAL.test(value)) || DATE_OR_ADDRESS.test(value) || ID.test(value)
    ? value
    : JSON.stringify(value).replace(UNSEEN, escaped);
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
