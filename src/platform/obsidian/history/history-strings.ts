import type { RunKind } from '../../../core/report';
import type { Rule } from '../../../core/rules/rule-schema';
import { MESSAGES, SPEECH } from '../language/current-language';
import { naming } from '../language/sayings';
import { KIND_NAMES, RULES, templateName, USE_NAMES } from '../settings/settings-strings';

const { changes, rules, undoing, viewCommands, why } = MESSAGES;

/** What a person is told before the last sync is undone. */
export const UNDO = {
  ...undoing,
  title: (kind: RunKind): string => (kind === 'sync' ? undoing.title : undoing.titleOther),
  what: (kind: RunKind, at: string): string => SPEECH.fill(undoing.what[kind], { at: SPEECH.moment(at) }),
  cutShort: undoing.what.cutShort,
  confirm: rules.undo,
  close: changes.close,
};

/** What a person is told of one note. The runs stand after "by". */
export const WHY = {
  ...why,
  of: (title: string, kind: keyof typeof KIND_NAMES): string =>
    SPEECH.fill(why.of, { title, kind: KIND_NAMES[kind] }),
  ids: (ids: readonly string[]): string => SPEECH.fill(why.ids, { ids: SPEECH.list(ids) }),
  bookId: naming(why.bookId, 'id'),
  documentId: naming(why.documentId, 'id'),
  partId: naming(why.partId, 'id'),
  openReadwise: viewCommands.openReadwise,
  openReader: viewCommands.openReader,
  made: naming(why.made, 'run'),
  run: (kind: RunKind, at: string): string => SPEECH.fill(why.runs[kind], { at: SPEECH.moment(at) }),
  forgotten: naming(why.runs.forgotten, 'run'),
  template: (name: string, use: keyof typeof USE_NAMES): string =>
    SPEECH.fill(why.template, { name: templateName(name), use: USE_NAMES[use] }),
  rule: (rule: Rule): string => SPEECH.fill(why.rule, { name: (rule.name ?? '') || RULES.says(rule) }),
  names: (names: readonly string[]): string => SPEECH.list(names),
  ownProperties: (names: readonly string[]): string =>
    SPEECH.fill(why.ownProperties, { names: SPEECH.list(names) }),
  part: (state: string, run: string | null): string =>
    run === null ? state : SPEECH.fill(why.part, { state, run }),
};
