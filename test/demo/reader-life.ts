import type { BookRecord, DocumentRecord, HighlightRecord } from '../server/records';
import type { Library } from '../server/library';
import type { DemoVault } from './demo-vault';

/** Something to look at in a note afterwards. */
export interface Sight {
  /** The id that the note carries. */
  readonly id: string;
  readonly lookFor: string;
}

/** What a person does between two syncs: in the vault with an editor, and at the service by reading on. */
export function liveOn(library: Library, vault: DemoVault): readonly Sight[] {
  return [...writeIntoNotes(library, vault), ...readOn(library), ...tidyReader(library)];
}

function writeIntoNotes(library: Library, vault: DemoVault): readonly Sight[] {
  const walden = bookTitled(library, 'Walden');
  const woods = highlightBeginning(library, 'I went to the woods');
  vault.writeBelow({
    path: vault.noteOf(String(walden.id)),
    anchor: `rw${woods.id}`,
    paragraph: 'My own words: this is the sentence I would copy onto the first page of a notebook.',
  });
  library.editHighlight(woods.id, { note: 'Why he went, and why he came back' });

  const disobedience = documentTitled(library, 'On the Duty of Civil Disobedience');
  const prison = highlightBeginning(library, 'Under a government which imprisons');
  vault.writeBelow({
    path: vault.noteOf(disobedience.id),
    anchor: `rw${prison.id}`,
    paragraph: 'To look up: what did Emerson say at the window of the jail?',
  });
  library.deleteHighlight(prison.id);
  return [
    {
      id: String(walden.id),
      lookFor:
        '“My own words” stand where they were written, below a highlight whose note has changed at the service',
    },
    {
      id: disobedience.id,
      lookFor:
        'a highlight was deleted at the service; because of the line written below it (“To look up”) it stays, marked as deleted',
    },
  ];
}

function readOn(library: Library): readonly Sight[] {
  const meditations = bookTitled(library, 'Meditations');
  library.addHighlight(meditations.id, {
    text: 'If any man is able to convince me and show me that I do not think or act right, I will gladly change; for I seek the truth, by which no man was ever injured.',
    note: '.truth',
    location: 798,
    locationType: 'location',
    color: 'green',
  });
  library.editHighlight(highlightBeginning(library, 'The universe is transformation').id, {
    text: 'The universe is transformation: life is opinion. (Book IV, 3)',
  });
  library.deleteHighlight(highlightBeginning(library, 'Men seek retreats').id);

  const bacon = [...library.books.books()].find((book) => book.author === 'Francis Bacon');
  if (bacon === undefined) throw new Error('The demo library has no book by Francis Bacon');
  library.retitleBook(bacon.id, 'Essays, Civil and Moral');
  return [
    {
      id: String(meditations.id),
      lookFor:
        'one highlight more (“If any man is able to convince me”), one edited (“Book IV, 3”), one gone (“Men seek retreats”)',
    },
    {
      id: String(bacon.id),
      lookFor: 'the book has a new title, so the note has a new name; it is the same note',
    },
  ];
}

function tidyReader(library: Library): readonly Sight[] {
  const letter = documentTitled(library, 'A letter a week: Keats to his brothers, December 1817');
  library.moveDocument(letter.id, 'archive');
  const tweet = documentTitled(library, 'Oscar Wilde on experience');
  library.deleteDocument(tweet.id);
  const raven = documentTitled(library, 'The Raven, read by candlelight');
  const silence = library.addDocumentHighlight(raven.id, { text: 'Darkness there and nothing more.' });
  library.addDocumentNote(silence.id, 'The door is open now.');
  return [
    { id: letter.id, lookFor: 'the property “location” now says archive' },
    { id: tweet.id, lookFor: 'deleted in Reader and never touched by hand: it lies in the trash' },
    {
      id: raven.id,
      lookFor: 'a passage marked in Reader (“Darkness there and nothing more.”) with the note below it',
    },
  ];
}

function bookTitled(library: Library, title: string): BookRecord {
  return only(
    [...library.books.books()].find((book) => book.title === title),
    title,
  );
}

function documentTitled(library: Library, title: string): DocumentRecord {
  return only(
    [...library.documents.all()].find((document) => document.title === title),
    title,
  );
}

function highlightBeginning(library: Library, words: string): HighlightRecord {
  return only(
    [...library.books.highlights()].find((highlight) => highlight.text.startsWith(words)),
    words,
  );
}

function only<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`The demo library has nothing called “${what}”`);
  return found;
}
