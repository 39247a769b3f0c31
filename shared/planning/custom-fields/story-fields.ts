import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { FieldProblem } from '../../kernel/core/errors.ts';
import { didYouMean } from '../../kernel/core/nearest.ts';
import type { StoryFieldRules } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { canSeeCustomField } from './custom-field-access.ts';
import { getCustomFieldByKey } from './custom-field-store.ts';
import type { CustomField, CustomFieldValues } from '../story-parts/custom-field.ts';
import { valueProblem } from './field-values.ts';

/** The most bytes of JSON of all custom fields of one story. */
export const FIELDS_MAX_BYTES = 8 * 1024;

/** The fields with these keys; undefined for a key that no field has. */
export type FieldsByKey = ReadonlyMap<string, CustomField | undefined>;

export async function loadFields(
  read: Reader,
  workspaceId: string,
  keys: readonly string[],
): Promise<FieldsByKey> {
  const found = await Promise.all(keys.map((key) => getCustomFieldByKey(read, workspaceId, key)));
  return new Map(keys.map((key, index) => [key, found[index]]));
}

/** What values are checked against. */
interface FieldsContext {
  read: Reader;
  caller: Pick<Caller, 'workspaceId' | 'teamIds'>;
  teamId: string;
  fields: FieldsByKey;
}

/**
 * Why values do not fit a story of a team. What is unknown, archived or belongs to another team has the same message, so
 * that no one can probe for keys.
 */
export async function valueProblems(
  values: CustomFieldValues,
  { read, caller, teamId, fields }: FieldsContext,
): Promise<FieldProblem[]> {
  const found = await Promise.all(
    Object.entries(values).map(async ([key, value]) => {
      const field = fields.get(key);
      const message =
        field && isUsable(field, caller, teamId)
          ? await valueProblem(read, field, value)
          : "is not a custom field of the story's team; listCustomFields lists them";
      return message === undefined ? [] : [{ path: `customFields.${key}`, message }];
    }),
  );
  return found.flat();
}

const isUsable = (field: CustomField, caller: FieldsContext['caller'], teamId: string): boolean =>
  field.archivedAt === null && canSeeCustomField(caller, field) && isOfTeam(field, teamId);

const isOfTeam = ({ teamId: owner }: Pick<CustomField, 'teamId'>, teamId: string | null): boolean =>
  owner === null || owner === teamId;

const fit = (values: CustomFieldValues): boolean =>
  Buffer.byteLength(JSON.stringify(values)) <= FIELDS_MAX_BYTES;

/** Whether a new story of each team can have the defaults of all its fields, with a field as it is to be. */
export async function defaultsFit(read: Reader, field: CustomField): Promise<boolean> {
  if (field.default === null) return true;
  const { storyFields } = await getWorkspaceLimits(read, field.workspaceId);
  const keys = Object.keys(storyFields).filter((key) => key !== field.key && storyFields[key]!.hasDefault);
  const found = await loadFields(read, field.workspaceId, keys);
  const all = [field, ...found.values()].filter((one) => one !== undefined);
  const teams = field.teamId === null ? all.map(({ teamId }) => teamId) : [field.teamId];
  const defaultsOf = (teamId: string | null) =>
    all.flatMap(({ key, default: value, ...one }) =>
      value !== null && isOfTeam(one, teamId) ? [[key, value] as const] : [],
    );
  return teams.every((teamId) => fit(Object.fromEntries(defaultsOf(teamId))));
}

/** A problem if the values of a story are too many bytes together. */
function sizeProblems(values: CustomFieldValues): FieldProblem[] {
  if (fit(values)) return [];
  const message = `must be at most ${FIELDS_MAX_BYTES} bytes of JSON together`;
  return [{ path: 'customFields', code: 'too_large', message }];
}

/**
 * The custom fields of a new story: those of the request, and the defaults of the team's other fields. Nothing is read
 * unless the request has values or a field of the team has a default. What is imported may lack what is required.
 */
export async function newStoryFields(
  sent: CustomFieldValues,
  { rules, isImport, ...context }: FieldsContext & { rules: StoryFieldRules; isImport: boolean },
): Promise<{ values: CustomFieldValues; problems: FieldProblem[] }> {
  const missing = Object.entries(rules).flatMap(([key, rule]) =>
    isOfTeam(rule, context.teamId) && !Object.hasOwn(sent, key) ? [{ key, ...rule }] : [],
  );
  const withDefault = missing.filter(({ hasDefault }) => hasDefault).map(({ key }) => key);
  const defaults = await loadFields(context.read, context.caller.workspaceId, withDefault);
  const values = {
    ...Object.fromEntries(
      [...defaults].flatMap(([key, field]) => (field?.default == null ? [] : [[key, field.default]])),
    ),
    ...sent,
  };
  const required = missing.filter((rule) => rule.required && !isImport && !Object.hasOwn(values, rule.key));
  return {
    values,
    problems: [
      ...(await valueProblems(sent, context)),
      ...sizeProblems(values),
      ...required.map(({ key }): FieldProblem => {
        return { path: `customFields.${key}`, code: 'required', message: 'is required in this team' };
      }),
    ],
  };
}

/** Why an update of a story's custom fields is refused; `patched` is the story that it would result in. */
export async function updateProblems(
  { set, clearFields }: { set: CustomFieldValues; clearFields: readonly string[] },
  patched: { teamId: string; customFields: CustomFieldValues },
  { read, caller, story }: { read: Reader; caller: Caller; story: { customFields: CustomFieldValues } },
): Promise<FieldProblem[]> {
  const { teamId } = patched;
  const had = Object.keys(story.customFields);
  const cleared = clearFields.flatMap((field) =>
    field === 'customFields' ? had : field.startsWith(PREFIX) ? [field.slice(PREFIX.length)] : [],
  );
  const unset = cleared.filter((key) => !Object.hasOwn(set, key));
  const fields = await loadFields(read, caller.workspaceId, [...new Set([...Object.keys(set), ...unset])]);
  return [
    ...(await valueProblems(set, { read, caller, teamId, fields })),
    ...sizeProblems(patched.customFields),
    ...unset.flatMap((key) => clearingProblem(key, fields.get(key), { teamId, had })),
  ];
}

/** What a custom field is called among the fields of a story. */
const PREFIX = 'customFields.';

/** Why a field cannot be cleared: it is required of the team's stories, or the story has no such field. */
function clearingProblem(
  key: string,
  field: CustomField | undefined,
  { teamId, had }: { teamId: string; had: readonly string[] },
): FieldProblem[] {
  if (!had.includes(key) && (!field || !isOfTeam(field, teamId))) {
    const hint = had.length > 0 ? `; ${didYouMean(key, had)}` : '';
    return [{ path: 'clearFields', message: `names ${PREFIX}${key}, which the story does not have${hint}` }];
  }
  const isRequired = field?.required === true && field.archivedAt === null && isOfTeam(field, teamId);
  return isRequired ? [{ path: 'clearFields', message: `names ${PREFIX}${key}, which is required` }] : [];
}

/** The keys of a story's fields that the stories of another team do not have. */
export async function fieldsLeftBehind(
  read: Reader,
  { workspaceId, customFields }: { workspaceId: string; customFields: CustomFieldValues },
  teamId: string,
): Promise<string[]> {
  const keys = Object.keys(customFields);
  const fields = keys.length === 0 ? undefined : await loadFields(read, workspaceId, keys);
  return keys.filter((key) => {
    const field = fields?.get(key);
    return field !== undefined && !isOfTeam(field, teamId);
  });
}
