import { decidedText } from '../../src/messages/outbox-messages';
import { decideAgainst } from '../../src/outbox/decide';
import { listChanges } from '../../src/outbox/send-changes';
import type { Change, Decided } from '../../src/model/outbox';
import { OutboxScene } from './outbox-scene';

describe('a decision not to send a change', () => {
  let scene: OutboxScene;
  let anchor: string;
  let highlightId: number;

  beforeEach(async () => {
    ({ scene, anchor, highlightId } = await OutboxScene.withWalden());
  });
  afterEach(() => scene.world.close());

  const text = (): string => scene.library.books.highlight(highlightId).text;
  const edit = (fields: Extract<Change, { kind: 'edit-highlight' }>['fields']): Promise<string> =>
    scene.ask({ kind: 'edit-highlight', anchor, fields });
  const decided = async (id: string, decision: Decided['decision']): Promise<string | null> => {
    const found = await decideAgainst(scene.device, id, decision);
    return found === null ? null : decidedText(found);
  };

  it('should say which value stays when a conflict is settled by that of Readwise, and send the rest', async () => {
    const id = await edit({ note: 'Mine.', url: 'https://a.example/mine' });
    scene.library.editHighlight(highlightId, { note: 'Theirs.' });
    expect(await scene.send()).toMatchObject({ outcome: 'conflict' });
    expect(await decided(id, 'theirs')).toBe(`Readwise’s note stays: “${text()}”.`);
    expect(await scene.send()).toMatchObject({ outcome: 'sent', changes: [{ fields: ['url'] }] });
    expect(scene.library.books.highlight(highlightId).note).toBe('Theirs.');
  });

  it('should say that nothing is deleted when a deletion is in conflict', async () => {
    const id = await scene.ask({ kind: 'delete-highlight', anchor });
    scene.library.editHighlight(highlightId, { note: 'Theirs.' });
    await scene.send();
    expect(await decided(id, 'theirs')).toBe(`Not deleted in Readwise: “${text()}”.`);
    expect(await listChanges(scene.device)).toEqual([]);
  });

  it('should be none when Readwise’s value is to stay and there is no conflict: the change waits on', async () => {
    const id = await edit({ note: 'Mine.' });
    expect(await decided(id, 'theirs')).toBeNull();
    expect(await decided('nothing', 'discard')).toBeNull();
    expect(await listChanges(scene.device)).toMatchObject([{ id, state: 'waiting' }]);
  });

  it('should say what is given up, or that it has reached Readwise already', async () => {
    const id = await edit({ note: 'Mine.' });
    expect(await decided(id, 'discard')).toBe(`Given up, so it is not sent: the change to “${text()}”.`);
    const sent = await edit({ note: 'Sent.' });
    const lost = scene.answering((url, method) => (method === 'GET' && url.includes('export') ? 500 : null));
    await scene.send({ through: lost });
    expect(await listChanges(scene.device)).toMatchObject([{ state: 'sent' }]);
    expect(await decided(sent, 'discard')).toMatch(
      /^Too late: this has reached Readwise already, and stays there: “/,
    );
  });
});
