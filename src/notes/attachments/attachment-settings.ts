import type { Settings } from '../../model/settings';

type Chosen = Pick<Settings, 'attachments' | 'folder'>;

const BYTES_OF_A_MEGABYTE = 1_000_000;

/** Whether anything from the web is to be kept in the vault. */
export const wantsAttachments = ({
  attachments: { covers, images, files },
}: Pick<Settings, 'attachments'>): boolean => covers || images || files;

/** Where attachments go on a host that has no folder for them of its own. */
export const plainAttachmentFolder = ({ folder }: Pick<Chosen, 'folder'>): string => `${folder}/Attachments`;

/** The most bytes that a file may have. */
export const mostBytes = ({ attachments }: Pick<Chosen, 'attachments'>): number =>
  Math.floor(attachments.maxMegabytes * BYTES_OF_A_MEGABYTE);

/** What of these settings makes notes look different; nothing where nothing is wanted. */
export const attachmentsMark = (settings: Pick<Chosen, 'attachments'>): readonly unknown[] => {
  const { covers, images, files } = settings.attachments;
  return wantsAttachments(settings) ? [[covers, images, files, mostBytes(settings)]] : [];
};
