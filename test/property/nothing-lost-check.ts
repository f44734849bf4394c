import { anchorsIn, identitiesIn, type Person } from './person';
import type { Device } from './world';

/** Every word that the person wrote is in the vault, once and under the same highlight; what they deleted stays away. */
export function expectNothingLost({ vault }: Device, person: Person): void {
  const notes = vault.entries().map(([, text]) => text);
  const trash = vault
    .trashEntries()
    .map(([, text]) => text)
    .join('\n');
  for (const [word, place] of person.words) {
    const holders = notes.filter((text) => text.includes(word));
    expect([word, holders.length]).toEqual([word, 1]);
    const text = holders[0] ?? '';
    expect([word, text.split(word).length - 1]).toEqual([word, 1]);
    expect(trash).not.toContain(word);
    if (place.kind === 'elsewhere' || !anchorsIn(text).includes(place.anchor)) continue;
    const [before = '', after = ''] = text.split(word);
    expect([word, place.kind === 'under' ? anchorsIn(before).at(-1) : anchorsIn(after)[0]]).toEqual([
      word,
      place.anchor,
    ]);
  }
  const anchors = notes.flatMap(anchorsIn);
  expect(anchors.filter((anchor) => person.deletedAnchors.has(anchor))).toEqual([]);
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
  const back = notes.filter(
    (text) => identitiesIn(text).length > 0 && identitiesIn(text).every((id) => person.deletedNotes.has(id)),
  );
  expect(back).toEqual([]);
}
