import type { Editor, EditorChange } from 'obsidian';
import type { Random } from '../../../model/ports';
import type { Passage } from './selected-passages';

/** A passage with the id of its block, which may not be in the note yet. */
export interface MarkedPassage extends Passage {
  readonly id: string;
  readonly isNew: boolean;
}

/** Keeps the id that the block has, else chooses one that the note does not have. */
export function withBlockId(passage: Passage, note: string, random: Random): MarkedPassage {
  if (passage.blockId !== null) return { ...passage, id: passage.blockId, isNew: false };
  let id = newId(random);
  while (note.includes(`^${id}`)) id = newId(random);
  return { ...passage, id, isNew: true };
}

/** It cannot be mistaken for the anchor of a synced highlight. */
function newId(random: Random): string {
  const chance = Math.floor(random() * 36 ** 6);
  return `hl-${chance.toString(36).padStart(6, '0')}`;
}

/**
 * Puts the new ids into the note, as one edit that the person can undo. False, and nothing is changed, when a
 * passage is not in the note any more.
 */
export function addBlockIds(editor: Editor, passages: readonly MarkedPassage[]): boolean {
  const lines = editor.getValue().split('\n');
  const changes: EditorChange[] = [];
  for (const { isNew, id, line: seenAt, lineText, hasIdBelow } of passages) {
    const line = lines[seenAt] === lineText ? seenAt : lines.indexOf(lineText);
    if (line < 0) return false;
    if (!isNew) continue;
    const end = lineText.trimEnd().length;
    const next = lines[line + 1] ?? '';
    const below = next.trim() === '' ? `\n\n^${id}` : `\n\n^${id}\n`;
    changes.push({ from: { line, ch: end }, text: hasIdBelow ? below : ` ^${id}` });
  }
  if (changes.length > 0) editor.transaction({ changes });
  return true;
}
