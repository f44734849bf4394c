import type { Doubt, LeftReason } from '../../../core/adopt/adoption';
import type { Proof } from '../../../core/adopt/find-item';
import type { NoteOrigin } from '../../../core/adopt/recognise';
import { HEARD, MESSAGES, SPEECH } from '../language/current-language';
import { doneOf } from '../language/sayings';
import { notes } from '../strings';
import { paired } from '../library/library-strings';

const { adopt, adoption, changes, commands, keeping, progress } = MESSAGES;

/** What the plugin says about taking over the notes of another plugin. */
export const ADOPT = {
  ...adopt,
  command: SPEECH.fill(progress.goingOn, { parts: adopt.title }),
  busy: keeping.busy,
  fetchFailed: (reason: string): string => SPEECH.fill(adopt.fetchFailed, { reason: HEARD(reason) }),
  looking: doneOf(adopt.looking),
  found: (looked: number, found: number): string => adopt.found(found, { notes: notes(looked) }),
  close: changes.close,
  adopt: (value: number): string => (value === 0 ? adopt.adopt : adopt.adoptSome(value)),
  adopting: doneOf(adopt.adopting),
  sync: commands.sync,
};

const ORIGINS: Readonly<Record<NoteOrigin, string>> = adoption.origins;

const PROOFS: Readonly<Record<Proof, string>> = adoption.proofs;

export const ADOPTION = {
  ...adoption,
  item: (title: string, author: string): string => (author === '' ? title : paired(title, author)),
  evidence: (origin: NoteOrigin, proof: Proof): string => paired(ORIGINS[origin], PROOFS[proof]),
};

export function doubtText(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'weak':
      return adoption.weak;
    case 'rivals':
      return SPEECH.fill(adoption.rivals, { paths: SPEECH.list(doubt.paths) });
    case 'replaces':
      return SPEECH.fill(adoption.replaces, { path: doubt.path });
  }
}

export const LEFT: Readonly<Record<LeftReason, string>> = adoption.left;
