import type { Settings } from '../../model/settings';

type Chosen = Pick<Settings, 'attachments' | 'folder'>;

const BYTES_OF_A_MEGABYTE = 1_000_000;

/** Whether any file from the web is kept in the vault. */
export const wantsAttachments = ({
  attachments: { covers, images, files },
}: Pick<Settings, 'attachments'>): boolean => covers || images || files;

/** The attachment folder on hosts that do not define one. */
export const plainAttachmentFolder = ({ folder }: Pick<Chosen, 'folder'>): string => `${folder}/Attachments`;

/** The size limit for a file. */
export const mostBytes = ({ attachments }: Pick<Chosen, 'attachments'>): number =>
  Math.floor(attachments.maxMegabytes * BYTES_OF_A_MEGABYTE);

/** Changes when attachment settings change how notes look. */
export const attachmentsMark = (settings: Pick<Chosen, 'attachments'>): readonly unknown[] => {
  const { covers, images, files } = settings.attachments;
  return wantsAttachments(settings) ? [[covers, images, files, mostBytes(settings)]] : [];
};
