import { runTemplateConvert } from '../../src/convert/template-command';

/** A disk and a terminal that remember. */
function host(files: Readonly<Record<string, string>>) {
  const disk = new Map(Object.entries(files));
  const screen: string[] = [];
  const told: string[] = [];
  const effects = {
    read: (file: string) => Promise.resolve(disk.get(file) ?? ''),
    write: (file: string, text: string) => {
      disk.set(file, text);
      return Promise.resolve();
    },
    print: (text: string) => void screen.push(text),
    report: (line: string) => void told.push(line),
  };
  return { disk, screen, told, effects };
}

describe('florilegium template convert', () => {
  it('should print the template when no file is named for it', async () => {
    const { effects, screen, told } = host({ 'a.njk': '{{ title }}\n%% highlight %%\n{{ text }}\n' });
    expect(await runTemplateConvert({ file: 'a.njk', from: 'nunjucks', out: null }, effects)).toBe(0);
    expect(screen).toEqual(['{{title}}\n\n%% highlight %%\n{{text}}\n']);
    expect(told).toEqual([]);
  });

  it('should write the template and tell the places when something did not go over', async () => {
    const { effects, disk, screen, told } = host({ 'a.njk': '{{ titel }}\n%% highlight %%\n{{ text }}\n' });
    expect(await runTemplateConvert({ file: 'a.njk', from: 'nunjucks', out: 'b.md' }, effects)).toBe(1);
    expect(disk.get('b.md')).toBe('{{titel}}\n\n%% highlight %%\n{{text}}\n');
    expect(screen).toEqual([]);
    expect(told).toEqual(['a.njk:1:4: “titel” is not known here. Did you mean "title"?']);
  });
});
