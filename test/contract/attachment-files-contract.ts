import type { Attachments, NewAttachment } from '../../src/model/ports';
import { fileBytes } from '../support/file-bytes';

/** Attachments to test, with the person's own hands on them. */
export interface AttachmentsUnderTest {
  readonly files: Attachments;
  /** The person saves a file, making folders as needed. */
  readonly put: (path: string, bytes: Uint8Array) => Promise<void> | void;
  /** Null when there is no such file. */
  readonly look: (path: string) => Promise<Uint8Array | null> | Uint8Array | null;
}

const NAME = '0123456789abcdef-fedcba9876543210.png';
const BYTES = fileBytes.png('\x00\x80\xfe\xff');

const newFile = (more: Partial<NewAttachment> = {}): NewAttachment => ({
  name: NAME,
  bytes: BYTES,
  folder: 'Media/Ünder 漢字',
  note: 'Readwise/Books/Walden.md',
  otherwise: 'Readwise/Attachments',
  ...more,
});

/** The contract of `Attachments`: every adapter's test calls this with a maker of fresh, empty vaults. */
export function describeAttachments(name: string, makeFiles: () => Promise<AttachmentsUnderTest>): void {
  describe(`${name} as Attachments`, () => {
    it('should put a file into the folder of the person’s choice, byte for byte, making folders', async () => {
      const { files, look } = await makeFiles();
      expect(await files.write(newFile())).toBe('created');
      expect(await look(`Media/Ünder 漢字/${NAME}`)).toEqual(BYTES);
    });

    it('should put only the bytes of a view, not those around them', async () => {
      const { files, look } = await makeFiles();
      await files.write(newFile({ bytes: new Uint8Array([...BYTES, 1, 2, 3]).subarray(0, BYTES.length) }));
      expect(await look(`Media/Ünder 漢字/${NAME}`)).toEqual(BYTES);
    });

    it('should never overwrite', async () => {
      const { files, put, look } = await makeFiles();
      await put(`Media/${NAME}`, fileBytes.png('mine'));
      expect(await files.write(newFile({ folder: 'Media' }))).toBe('exists');
      expect(await look(`Media/${NAME}`)).toEqual(fileBytes.png('mine'));
    });

    it('should leave a file alone that a cloud’s placeholder stands for', async () => {
      const { files, put, look } = await makeFiles();
      await put(`Media/.${NAME}.icloud`, new Uint8Array([1]));
      expect(await files.write(newFile({ folder: 'Media' }))).toBe('exists');
      expect(await look(`Media/${NAME}`)).toBeNull();
    });

    it('should name the files that are wanted, wherever they lie, and what it put there itself', async () => {
      const { files, put } = await makeFiles();
      await put('Deep/Down/one.png', BYTES);
      await put('two.png', BYTES);
      await put('Deep/Note.md', BYTES);
      await put('.hidden/three.png', BYTES);
      await files.write(newFile());
      const names = await files.names((each) => each.endsWith('.png'));
      expect([...names].sort()).toEqual([NAME, 'one.png', 'two.png']);
    });
  });
}
