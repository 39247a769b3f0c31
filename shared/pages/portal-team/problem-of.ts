import { ApiError } from '../../kernel/core/errors.ts';

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
  data: 'The image',
  linked: 'The list of ideas',
  linkedItemIds: 'The list of ideas',
  websiteUrl: 'Your website',
  privacyUrl: 'The privacy policy',
  imprintUrl: 'The imprint',
  embedOrigins: 'The sites',
};

/** Why an operation refused a form, in words for people; throws other errors on. */
export function problemOf(error: unknown): { status: number; problem: string } {
  if (!(error instanceof ApiError) || error.status >= 429) throw error;
  return { status: error.status, problem: textOf(error) };
}

function textOf({ code, fields, message, hint }: ApiError): string {
  if (code === 'version_conflict') {
    return 'Someone else has changed this in the meantime. Check the values below and send them again.';
  }
  if (fields.length === 0) return `${message} ${hint}`;
  return fields.map(({ path, message: why }) => `${words[path.split('.')[0]!] ?? path} ${why}.`).join(' ');
}
