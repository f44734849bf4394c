import { failingFileSystem } from '../support/failing-disk';

/**
 * Imported first: every module that is loaded afterwards gets the file system that fails where a script says.
 */
jest.mock('node:fs', () => failingFileSystem(jest.requireActual('node:fs')));
