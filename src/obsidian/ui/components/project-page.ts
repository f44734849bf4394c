import { repository } from '../../../../package.json';

/** A page of the project; null while it has no public address. */
export function projectPage(path: string, { url }: { readonly url: string } = repository): string | null {
  return url === '' ? null : `${url.replace(/^git\+/, '').replace(/\.git$/, '')}/${path}`;
}

/** A page of the documentation. */
export const docsPage = (name: string): string | null => projectPage(`blob/main/docs/${name}`);
