import { runScript } from './run-script';

function shorten(code: string, names: readonly string[]): Promise<string> {
  return runScript<string>(`
    import { shorten } from './build/short-names/shorten.mjs';
    console.log(JSON.stringify(shorten(${JSON.stringify(code)}, ${JSON.stringify(names)}).code));
  `);
}

describe('short names of properties', () => {
  it('should take the place of the long ones when a bundle asks for, writes or takes apart', async () => {
    const code =
      'class X{owner=1;#p;get total(){return this.owner}static make(){}}var{owner:o,total,rest=2}=new X,y={owner:o,total,["owner2"]:1,make(){}};y?.total;X.make();function f({total=3,...rest}){}';
    expect(await shorten(code, ['owner', 'total', 'make'])).toBe(
      'class X{b=1;#p;get a(){return this.b}static c(){}}var{b:o,a:total,rest=2}=new X,y={b:o,a:total,["owner2"]:1,c(){}};y?.a;X.c();function f({a:total=3,...rest}){}',
    );
  });

  it('should leave variables, labels and names of others alone when they are the same words', async () => {
    expect(await shorten('var total=1;total:for(;;){x.other=total;break total}x.total=1', ['total'])).toBe(
      'var total=1;total:for(;;){x.other=total;break total}x.a=1',
    );
  });

  it('should give a name to one property only when the bundle has short ones already', async () => {
    expect(await shorten('x.a=x.b;x.total', ['total'])).toBe('x.a=x.b;x.c');
  });

  it('should refuse when the bundle has the name as a text', async () => {
    await expect(shorten('x.total=x["to"+"tal"]||y["total"]', ['total'])).rejects.toThrow(
      '"total" cannot be shortened',
    );
    await expect(shorten('x.total=`total`', ['total'])).rejects.toThrow('"total" cannot be shortened');
    await expect(shorten('({"total":x.total})', ['total'])).rejects.toThrow('"total" cannot be shortened');
  });
});
