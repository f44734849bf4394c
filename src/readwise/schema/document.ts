import * as v from 'valibot';
import { anything, parentId, scalar, someText, wordId } from './leaves';

/** v3-documents.md, "Document (list response item)", with `content` of the live service. */
export const documentSchema = v.looseObject({
  id: wordId,
  url: scalar,
  source_url: scalar,
  title: scalar,
  author: scalar,
  source: scalar,
  category: scalar,
  location: scalar,
  tags: anything,
  site_name: scalar,
  word_count: scalar,
  reading_time: scalar,
  created_at: scalar,
  updated_at: scalar,
  notes: scalar,
  published_date: scalar,
  summary: scalar,
  image_url: scalar,
  parent_id: parentId,
  reading_progress: scalar,
  first_opened_at: scalar,
  last_opened_at: scalar,
  saved_at: scalar,
  last_moved_at: scalar,
  content: scalar,
  html_content: scalar,
  raw_source_url: scalar,
});

/** v3-documents.md, "Create/update result". */
export const savedDocumentSchema = v.looseObject({ id: wordId, url: scalar });

/** v3-documents.md, "Tag". */
export const documentTagSchema = v.looseObject({ key: someText, name: scalar });

export type WireDocument = v.InferOutput<typeof documentSchema>;
export type WireSavedDocument = v.InferOutput<typeof savedDocumentSchema>;
export type WireDocumentTag = v.InferOutput<typeof documentTagSchema>;
