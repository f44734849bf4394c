export function normalizePath(path: string): string {
  const clean = path
    .replace(/[\\/]+/g, '/')
    .replace(/^\/|\/$/g, '')
    .replace(/[\u00a0\u202f]/g, ' ')
    .normalize('NFC');
  return clean === '' ? '/' : clean;
}
