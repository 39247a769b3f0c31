import type { Reader } from '../../kernel/core/database.ts';
import { didYouMean } from '../../kernel/core/nearest.ts';
import { missingDay, plainDate, text, uuid, webAddress } from '../../kernel/core/schema.ts';
import { hasHiddenCharacter, HIDDEN_ERROR } from '../../kernel/core/hidden.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { CustomField, CustomFieldValue } from '../story-parts/custom-field.ts';

const TEXT_MAX_CHARACTERS = 2_000;
/** Every whole number up to it is exact in JSON. */
const NUMBER_MAX = Number.MAX_SAFE_INTEGER;

type FieldType = Pick<CustomField, 'type' | 'options' | 'workspaceId'>;

/** Why a value does not fit a field, as the rest of a sentence about it; undefined if it does. */
export async function valueProblem(
  read: Reader,
  field: FieldType,
  value: CustomFieldValue,
): Promise<string | undefined> {
  if (field.type !== 'user') return plainValueProblem(field, value);
  const { data: memberId } = uuid().safeParse(value);
  if (memberId === undefined) return "must be a member's id";
  const membership = await readMembership(read, field.workspaceId, memberId);
  return membership?.role == null ? 'is not a member of the workspace' : undefined;
}

function plainValueProblem({ type, options }: FieldType, value: CustomFieldValue): string | undefined {
  switch (type) {
    case 'text': {
      const parsed = text({ max: TEXT_MAX_CHARACTERS, multiline: true }).safeParse(value);
      return typeof value === 'string' ? parsed.error?.issues[0]!.message : 'must be text';
    }
    case 'number':
      return typeof value === 'number' && Math.abs(value) <= NUMBER_MAX
        ? undefined
        : `must be a number from -${NUMBER_MAX} to ${NUMBER_MAX}`;
    case 'date':
      return dayProblem(value);
    case 'checkbox':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'url':
      // Values are stored as they are sent.
      if (typeof value === 'string' && hasHiddenCharacter(value)) return HIDDEN_ERROR.error;
      return webAddress().safeParse(value).error?.issues[0]!.message;
    case 'select':
      return typeof value === 'string'
        ? optionProblem(options, value)
        : `must be one of its options, as text: ${listed(options)}`;
    case 'multi_select':
      if (!Array.isArray(value) || value.length === 0)
        return `must be a list of one or more of its options: ${listed(options)}`;
      if (new Set(value).size < value.length) return 'must not contain the same option twice';
      return value.map((one) => optionProblem(options, one)).find((problem) => problem !== undefined);
    case 'user':
      return undefined;
  }
}

/** How many options an error lists. */
const LISTED_MAX = 10;

const listed = (options: readonly string[]): string => {
  const more = options.length > LISTED_MAX ? ` and ${options.length - LISTED_MAX} more` : '';
  return `${options
    .slice(0, LISTED_MAX)
    .map((one) => JSON.stringify(one))
    .join(', ')}${more}`;
};

const optionProblem = (options: readonly string[], value: string): string | undefined =>
  options.includes(value)
    ? undefined
    : `has no option ${JSON.stringify(value)}; ${didYouMean(value, options)}`;

function dayProblem(value: CustomFieldValue): string | undefined {
  if (plainDate().safeParse(value).success) return undefined;
  return missingDay(String(value)) ?? 'must be a date such as 2026-11-20';
}
