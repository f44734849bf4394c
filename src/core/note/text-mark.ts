import { fingerprint, normalizeText } from '../hash';

const TO_A_NOTE = /\]\((?!\w+:)[^()\s]*\.md\)/g;
const TO_A_BLOCK = /\[\[[^[\]|#]+(?=#\^r[wd][0-9a-z]+[|\]])/g;

/**
 * Mark of a text as it counts for comparison. The links between the notes of an item count without their targets: the app leads them
 * after a note that is moved, and that is nobody's word.
 */
export const textMark = (text: string): string => fingerprint(withoutTargets(normalizeText(text)));

function withoutTargets(text: string): string {
  const plain = text.includes('.md)') ? text.replace(TO_A_NOTE, ']()') : text;
  return plain.includes('#^r') ? plain.replace(TO_A_BLOCK, '[[') : plain;
}
