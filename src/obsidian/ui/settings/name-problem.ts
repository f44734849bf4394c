import { compileNames, type NameTemplates } from '../../../notes/template/name-template';
import { nameProblem } from '../../strings/settings-strings';

/** Problems of a name template with their positions; null when there are none. */
export function problemWithName(key: keyof NameTemplates, typed: string): string | null {
  const compiled = compileNames({ folder: '', fileName: '', [key]: typed }, { root: '' });
  return compiled.ok ? null : compiled.problems.map(nameProblem).join(' ');
}
