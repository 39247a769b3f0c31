import type { ApiError, ErrorCode, FieldCode, FieldError } from '../../kernel/core/errors.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';

/** What is wrong with a field, by the reason that the API names; other reasons are not distinguished. */
const reasons = {
  required: 'problem.missing',
  null_not_allowed: 'problem.missing',
  invalid_format: 'problem.format',
  too_small: 'problem.tooShort',
  too_large: 'problem.tooLong',
  repeated: 'problem.repeated',
  invalid_reference: 'problem.unknown',
} as const satisfies Partial<Record<FieldCode, string>>;

/** What is wrong with a field where the API's reason is wider than its words. */
const byMessage: Readonly<Record<string, 'problem.missing' | 'problem.past'>> = {
  'must not be empty or blank': 'problem.missing',
  'must be in the future': 'problem.past',
};

/** Conflicts of which pages speak in words of their own. */
const conflicts: readonly (readonly [RegExp, 'problem.boardInUse' | 'problem.voted'])[] = [
  [/^(.+) has items\.$/, 'problem.boardInUse'],
  [/^This customer has (already voted) for the item\.$/, 'problem.voted'],
];

/** Where the words of the API mean little to people. */
const codes: Partial<Record<ErrorCode, PlainText>> = {
  version_conflict: 'problem.changed',
  idempotency_key_reused: 'problem.reused',
  invalid_cursor: 'problem.cursor',
};

/** What stands for the words of the API, which are in English. */
const translated: Partial<Record<ErrorCode, PlainText>> = {
  insufficient_role: 'problem.role',
  quota_exceeded: 'problem.quota',
  not_found: 'problem.gone',
  review_required: 'problem.review',
};

/** Why an operation refused what a person sent, in the language of the page; in English, in the API's own words. */
export function refusalText({ code, fields, message, hint }: ApiError, t: PageTexts): string {
  const text = codes[code];
  if (text !== undefined) return t.text(text);
  for (const [pattern, name] of code === 'conflict' ? conflicts : []) {
    const [, boards] = pattern.exec(message) ?? [];
    if (boards !== undefined) return t.text(name, { boards });
  }
  if (fields.length > 0) return fields.map((field) => sentenceOf(field, t)).join(' ');
  return t.language === 'en' ? `${message} ${hint}` : t.text(translated[code] ?? 'problem.refused');
}

function sentenceOf({ path, code, message }: FieldError, t: PageTexts): string {
  const field = t.text(nameOf(path));
  if (t.language === 'en') return `${field} ${message.replace(/\.$/, '')}.`;
  const reason = Object.hasOwn(reasons, code) ? reasons[code as keyof typeof reasons] : 'problem.invalid';
  return t.text(byMessage[message] ?? reason, { field });
}

const nameOf = (path: string) => {
  const [name = ''] = path.split('.');
  return (names as readonly string[]).includes(name)
    ? (`field.${name}` as `field.${(typeof names)[number]}`)
    : 'field.other';
};

/** The fields that pages send to operations. */
const names = [
  'title',
  'name',
  'slug',
  'description',
  'content',
  'tags',
  'internalTags',
  'roadmapSummary',
  'email',
  'boardId',
  'intoItemId',
  'storyIds',
  'reference',
  'summary',
  'body',
  'color',
  'boards',
  'linkedItemIds',
  'websiteUrl',
  'privacyUrl',
  'imprintUrl',
  'scheduledFor',
  'embedOrigins',
  'scopes',
  'expiresAt',
  'teamRestriction',
  'filter',
] as const;
