import { DamagedStateError } from '../../src/model/errors';

/** The program was killed. No step of the engine holds this up, so that it ends a run as a kill does: at once. */
export class Killed extends DamagedStateError {
  constructor() {
    super('killed');
  }
}
