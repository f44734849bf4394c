import { caselessFileSystem } from './caseless-file-system';

/** Imported first: every module that is loaded afterwards gets the file system that ignores case. */
jest.mock('node:fs', () => caselessFileSystem(jest.requireActual('node:fs')));
