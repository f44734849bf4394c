/** Whose letters a date format is made of. */
export type DateLanguage = 'django' | 'moment' | 'luxon';

const DJANGO: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Y: 'yyyy',
    y: 'yy',
    o: 'RRRR',
    m: 'MM',
    n: 'M',
    F: 'MMMM',
    M: 'MMM',
    N: 'MMM',
    b: 'MMM',
    E: 'MMMM',
    d: 'dd',
    j: 'd',
    jS: 'do',
    D: 'EEE',
    l: 'EEEE',
    H: 'HH',
    G: 'H',
    h: 'hh',
    g: 'h',
    i: 'mm',
    s: 'ss',
    A: 'aa',
    a: 'aaa',
    W: 'I',
    z: 'd',
    e: 'xxx',
    O: 'xx',
    U: 't',
    w: 'i',
    c: "yyyy-MM-dd'T'HH:mm:ssxxx",
  }),
);
/** Letters that mean something which date-fns cannot say. */
const UNSAID = /[BILPSTZfrtu]/;
const STRFTIME: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Y: 'yyyy',
    y: 'yy',
    m: 'MM',
    B: 'MMMM',
    b: 'MMM',
    d: 'dd',
    e: 'd',
    '-d': 'd',
    '-m': 'M',
    A: 'EEEE',
    a: 'EEE',
    H: 'HH',
    I: 'hh',
    M: 'mm',
    S: 'ss',
    p: 'aa',
    V: 'II',
    F: 'yyyy-MM-dd',
    T: 'HH:mm:ss',
    '%': "'%'",
  }),
);
const MOMENT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    YYYY: 'yyyy',
    YY: 'yy',
    Y: 'y',
    GGGG: 'RRRR',
    gggg: 'RRRR',
    MMMM: 'MMMM',
    MMM: 'MMM',
    MM: 'MM',
    M: 'M',
    Mo: 'Mo',
    DDDD: 'DDD',
    DD: 'dd',
    D: 'd',
    Do: 'do',
    dddd: 'EEEE',
    ddd: 'EEE',
    dd: 'EEEEEE',
    d: 'i',
    E: 'i',
    HH: 'HH',
    H: 'H',
    hh: 'hh',
    h: 'h',
    mm: 'mm',
    m: 'm',
    ss: 'ss',
    s: 's',
    SSS: 'SSS',
    A: 'aa',
    a: 'aaa',
    WW: 'II',
    W: 'I',
    ww: 'II',
    w: 'I',
    Qo: 'Qo',
    Q: 'Q',
    ZZ: 'xx',
    Z: 'xxx',
    X: 't',
    x: 'T',
    LL: 'MMMM d, yyyy',
    LLL: 'MMMM d, yyyy h:mm aa',
    LLLL: 'EEEE, MMMM d, yyyy h:mm aa',
    L: 'MM/dd/yyyy',
    LT: 'h:mm aa',
    LTS: 'h:mm:ss aa',
    l: 'M/d/yyyy',
    ll: 'MMM d, yyyy',
    lll: 'MMM d, yyyy h:mm aa',
    llll: 'EEE, MMM d, yyyy h:mm aa',
  }),
);

const PIECES: Readonly<Record<'django' | 'strftime' | 'moment', RegExp>> = {
  django: /\\([^])|(jS|[A-Za-z])|([^A-Za-z\\]+|\\)/g,
  strftime: /(?!)()|%(-?[A-Za-z%])|([^%]+|%)/g,
  moment:
    /\[([^\]]*)\]|(Mo|Do|Qo|LTS?|YYYY|YY|GGGG|gggg|M{1,4}|D{1,4}|d{1,4}|HH?|hh?|mm?|ss?|S{1,3}|WW?|ww?|ZZ?|L{1,4}|l{1,4}|[A-Za-z])|([^A-Za-z[]+|\[)/g,
};

const quoted = (text: string): string =>
  text === '' ? '' : /[A-Za-z']/.test(text) ? `'${text.replaceAll("'", "''")}'` : text;

function translate(
  format: string,
  { pieces, letters }: { readonly pieces: RegExp; readonly letters: ReadonlyMap<string, string> },
): string {
  let written = '';
  let fixed = '';
  for (const [, escaped, token = '', rest = ''] of format.matchAll(pieces)) {
    const letter = letters.get(token);
    if (letter === undefined) fixed += escaped ?? token + rest;
    else {
      written += quoted(fixed) + letter;
      fixed = '';
    }
  }
  return written + quoted(fixed);
}

/** The same format in the letters of date-fns, which may still not take it; null where it has no letters for it. */
export function dateFnsFormat(format: string, language: DateLanguage): string | null {
  switch (language) {
    case 'django':
      if (format.includes('%')) return translate(format, { pieces: PIECES.strftime, letters: STRFTIME });
      return UNSAID.test(format.replace(/\\[^]|jS/g, ''))
        ? null
        : translate(format, { pieces: PIECES.django, letters: DJANGO });
    case 'moment':
      return translate(format, { pieces: PIECES.moment, letters: MOMENT });
    case 'luxon':
      return format;
  }
}
