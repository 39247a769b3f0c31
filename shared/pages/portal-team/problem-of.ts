import { IMAGE_SENT_MAX_BYTES } from '../../feedback/portals/image.ts';
import { ApiError, type ErrorCode } from '../../kernel/core/errors.ts';

const words: Record<string, string> = {
  title: 'The title',
  name: 'The name',
  slug: 'The address',
  description: 'The description',
  content: 'The text',
  tags: 'The public tags',
  internalTags: 'The internal tags',
  roadmapSummary: 'The roadmap note',
  email: 'The email address',
  boardId: 'The board',
  intoItemId: 'The idea to merge into',
  storyIds: 'The story',
  reference: 'The story',
  summary: 'The summary',
  body: 'The text',
  color: 'The color',
  boards: 'The boards',
  linked: 'The list of ideas',
  linkedItemIds: 'The list of ideas',
  websiteUrl: 'Your website',
  privacyUrl: 'The privacy policy',
  imprintUrl: 'The imprint',
  at: 'The time',
  scheduledFor: 'The time',
  embedOrigins: 'The sites',
};

const BAD_IMAGE = `Choose a PNG, JPEG or WebP file of up to ${IMAGE_SENT_MAX_BYTES / 1024 / 1024} MB that is not damaged.`;

/** Why an operation refused a form, in words for people; throws other errors on. */
export function problemOf(error: unknown): { status: number; problem: string } {
  if (!(error instanceof ApiError) || error.status >= 429) throw error;
  return { status: error.status, problem: textOf(error) };
}

/** Said with the values that someone else has saved. */
export const CHANGED =
  'Someone else has changed this in the meantime. Check the values below and send them again.';

/** Where the words of the API mean little to people. */
const texts: Partial<Record<ErrorCode, string>> = {
  version_conflict: CHANGED,
  idempotency_key_reused:
    'This form was sent before, with other values. Check whether they are saved, then send it again.',
  invalid_cursor: 'This list has changed. Start again at its first page.',
  request_too_large: BAD_IMAGE,
};

function textOf({ code, fields, message, hint }: ApiError): string {
  const text = texts[code];
  if (text !== undefined) return text;
  if (fields.some(({ path }) => path === 'data')) return BAD_IMAGE;
  if (fields.length === 0) return `${message} ${hint}`;
  return fields.map(({ path, message: why }) => `${words[path.split('.')[0]!] ?? path} ${why}.`).join(' ');
}
