/** No id of the service has a dot, so that no sync takes a sample for a note of its own and nothing about one is asked of the service. */
const SAMPLE = 'sample.';

export const sampleId = (number: number): string => `${SAMPLE}${String(number)}`;

/** Whether a note with these ids is of the sample library. */
export const isSample = ({
  bookId,
  documentId,
}: {
  readonly bookId: string | null;
  readonly documentId: string | null;
}): boolean => bookId?.startsWith(SAMPLE) === true || documentId?.startsWith(SAMPLE) === true;
