import { problemMessage } from '../../src/messages/messages';
import type { Failure } from '../../src/model/report';

/** What people are told of failures. */
export const told = (failures: readonly Pick<Failure, 'problem'>[]): readonly string[] =>
  failures.map(({ problem }) => problemMessage(problem));
