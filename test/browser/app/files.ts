import type { Vault } from './vault';

export class TAbstractFile {
  parent: TFolder | null = null;

  constructor(
    readonly vault: Vault,
    public path: string,
  ) {}

  get name(): string {
    return this.path.slice(this.path.lastIndexOf('/') + 1);
  }
}

export class TFile extends TAbstractFile {
  stat = { ctime: 0, mtime: 0, size: 0 };

  get extension(): string {
    return this.name.includes('.') ? this.name.slice(this.name.lastIndexOf('.') + 1) : '';
  }

  get basename(): string {
    return this.extension === '' ? this.name : this.name.slice(0, -this.extension.length - 1);
  }
}

export class TFolder extends TAbstractFile {
  children: TAbstractFile[] = [];

  isRoot(): boolean {
    return this.path === '/';
  }
}
