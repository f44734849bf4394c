import { mkdirSync, statSync, symlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { StateError } from '../../../pkg/errors';
import { makeStateFolder, stateFolderOf } from '../../../pkg/state/state-folder';
import { makeTemporaryFolder } from '../../support/temporary-folders';

describe('stateFolderOf', () => {
  it('should be one folder for a vault, however it is reached', () => {
    const vault = makeTemporaryFolder();
    const link = join(makeTemporaryFolder(), 'link');
    symlinkSync(vault, link);
    const environment = { XDG_STATE_HOME: makeTemporaryFolder() };
    const folder = stateFolderOf({ vault, chosen: null, environment });
    expect(folder.startsWith(join(environment.XDG_STATE_HOME, 'florilegium'))).toBe(true);
    expect(stateFolderOf({ vault: link, chosen: null, environment })).toBe(folder);
    expect(stateFolderOf({ vault: makeTemporaryFolder(), chosen: null, environment })).not.toBe(folder);
  });

  it.each(['', 'home'])(
    'should be in the home of the user, wherever the program is started, when HOME is %j',
    (home) => {
      if (process.platform !== 'linux') return;
      const folder = stateFolderOf({
        vault: makeTemporaryFolder(),
        chosen: null,
        environment: { HOME: home },
      });
      expect(folder.startsWith(join(userInfo().homedir, '.local', 'state', 'florilegium'))).toBe(true);
    },
  );

  it('should be asked for when the user has no home, as in a container', () => {
    if (process.platform !== 'linux') return;
    const userHome = (): never => {
      throw new Error('uv_os_get_passwd returned ENOENT');
    };
    const options = { vault: makeTemporaryFolder(), chosen: null, environment: {}, userHome } as const;
    expect(() => stateFolderOf(options)).toThrow(StateError);
    expect(() => stateFolderOf(options)).toThrow('--state DIR');
  });

  it.each(['', 'state', '.state/deep', 'link'])(
    'should be refused when it is the vault or lies in it (%j)',
    (inside) => {
      const vault = makeTemporaryFolder();
      mkdirSync(join(vault, 'real'));
      symlinkSync(join(vault, 'real'), join(vault, 'link'));
      expect(() => stateFolderOf({ vault, chosen: join(vault, inside), environment: {} })).toThrow(
        'inside the vault',
      );
    },
  );

  it('should be allowed next to the vault, also when its name begins with dots', () => {
    const parent = makeTemporaryFolder();
    const vault = join(parent, 'vault');
    mkdirSync(vault);
    expect(stateFolderOf({ vault, chosen: join(parent, '..state'), environment: {} })).toBe(
      join(parent, '..state'),
    );
    expect(stateFolderOf({ vault, chosen: join(parent, 'vault-state'), environment: {} })).toBe(
      join(parent, 'vault-state'),
    );
  });
});

describe('makeStateFolder', () => {
  it('should close the folder to others', () => {
    const folder = join(makeTemporaryFolder(), 'a', 'b');
    makeStateFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});
