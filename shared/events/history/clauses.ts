import type { Actor } from '../../kernel/core/actor.ts';
import { uuid } from '../../kernel/core/schema.ts';
import type { HistorySubject, RetainedChange } from './history-entry.ts';
import type { Claim } from '../../planning/story-parts/claim.ts';
import type { StoryLink } from '../../planning/story-parts/link.ts';
import { historyNoun } from './history-store.ts';
import { boundedLine, valueText, differingTexts, type NamesById } from './shown-values.ts';

/** The context of the clauses of one entry's sentence. */
interface EntryContext {
  subject: HistorySubject;
  actor: Actor;
  /** All changes of the entry. */
  changes: readonly RetainedChange[];
  names: NamesById;
}

type Clause = (change: RetainedChange, context: EntryContext) => string | string[];

/** Describes a change of a field as clauses of a sentence without a subject. */
export function clausesOf(change: RetainedChange, context: EntryContext): string[] {
  const special = specialClauses[change.field] ?? (isCustom(change) ? customClause : generalClause);
  return [special(change, context)].flat();
}

/** The words for fields whose names are not readable. */
const fieldWords: Readonly<Record<string, string>> = {
  statusId: 'status',
  assigneeId: 'assignee',
  sprintId: 'sprint',
  objectiveId: 'objective',
  keyResultId: 'key result',
  parentId: 'parent',
  leadUserId: 'lead',
  estimateValue: 'estimate',
  shortSummary: 'summary',
};

/** `minimumFocusBlockMinutes` as `minimum focus block`. */
const wordOf = (field: string, { subject }: EntryContext): string =>
  field === 'endDate'
    ? historyNoun(subject).history.endDate
    : (fieldWords[field] ??
      field
        .replace(/Minutes$/, '')
        .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
        .trim());

const CUSTOM_PREFIX = 'customFields.';
const isCustom = ({ field }: RetainedChange): boolean => field.startsWith(CUSTOM_PREFIX);

/** A custom field is called by its key. Its texts are quoted, since they could be any words; a person is not named. */
const customClause: Clause = ({ field, from, to }) => {
  const word = field.slice(CUSTOM_PREFIX.length).replaceAll('_', ' ');
  if ([from, to].some((value) => uuid().safeParse(value).success)) return `changed the ${word}`;
  const [before, after] = [customText(from), customText(to)];
  if (after === null) return `removed the ${word} (${before ?? ''})`;
  return before === null ? `set the ${word} to ${after}` : `changed the ${word} from ${before} to ${after}`;
};

function customText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const isText = typeof value === 'string' || Array.isArray(value);
  return isText ? `“${boundedLine([value].flat().join(', '))}”` : JSON.stringify(value);
}

function generalClause(change: RetainedChange, context: EntryContext): string {
  const { field } = change;
  const word = wordOf(field, context);
  if (!('to' in change)) return `changed the ${word}`;
  const [from, to] = differingTexts(field, [change.from, change.to], context.names);
  if (to === undefined) return `changed the ${word}`;
  if (to === null) return from ? `removed the ${word} (${from})` : `removed the ${word}`;
  return from ? `changed the ${word} from ${from} to ${to}` : `set the ${word} to ${to}`;
}

const renamed: Clause = ({ from, to }) =>
  `renamed it from “${boundedLine(String(from))}” to “${boundedLine(String(to))}”`;

const either =
  (yes: string, no: string): Clause =>
  ({ to }) =>
    to === true || typeof to === 'string' ? yes : no;

/** The clause for a story or a sprint that was moved to another parent. */
const belongs: Clause = (change, context) => {
  const { field, from, to } = change;
  const word = wordOf(field, context);
  const [before, after] = differingTexts(field, [from, to], context.names);
  if (after === undefined) return `changed the ${word}`;
  if (after === null) return before ? `removed it from the ${word} ${before}` : `removed it from its ${word}`;
  if (from === null) return `added it to the ${word} ${after}`;
  return before ? `moved it from the ${word} ${before} to ${after}` : `moved it to the ${word} ${after}`;
};

/** A person's name, or a reflexive pronoun if they made the change. */
const personIn = (id: unknown, { actor, names }: EntryContext): string | null | undefined =>
  id !== null && id === actor.id ? 'themselves' : valueText('assigneeId', id, names);

function labelsOf(verb: string, ids: readonly string[], names: NamesById): string[] {
  if (ids.length === 0) return [];
  const known = ids.flatMap((id) => valueText('labels', id, names) ?? []);
  const one = ids.length === 1;
  if (known.length < ids.length) return [one ? `${verb} a label` : `${verb} ${ids.length} labels`];
  const last = known.pop()!;
  return [`${verb} the ${one ? `label ${last}` : `labels ${known.join(', ')} and ${last}`}`];
}

/** A link is called by its title or, without one, by its host. */
const linkWords = (verb: string, links: readonly StoryLink[]): string[] =>
  links.map(({ title, url }) => `${verb} the link “${boundedLine(title ?? new URL(url).host)}”`);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const linkClauses: Clause = ({ from, to }) => {
  const [before, after] = [from as StoryLink[], to as StoryLink[]];
  const formerOf = ({ id }: StoryLink) => before.find((one) => one.id === id);
  return [
    ...linkWords(
      'added',
      after.filter((link) => !formerOf(link)),
    ),
    ...linkWords(
      'removed',
      before.filter(({ id }) => !after.some((one) => one.id === id)),
    ),
    ...linkWords(
      'changed',
      after.filter((link) => formerOf(link) && !isSame(formerOf(link), link)),
    ),
  ];
};

const specialClauses: Readonly<Record<string, Clause>> = {
  title: renamed,
  name: renamed,
  sprintId: belongs,
  objectiveId: belongs,
  statusId: (change, context) => {
    const [from, to] = differingTexts('statusId', [change.from, change.to], context.names);
    return from && to ? `moved it from ${from} to ${to}` : generalClause(change, context);
  },
  assigneeId: ({ from, to }, context) => {
    const [before, after] = [personIn(from, context), personIn(to, context)];
    if (after === null) return before ? `unassigned ${before}` : 'unassigned it';
    if (!after) return 'assigned it to someone else';
    return before ? `reassigned it from ${before} to ${after}` : `assigned it to ${after}`;
  },
  leadUserId: (change, context) => {
    const [from, to] = differingTexts('leadUserId', [change.from, change.to], context.names);
    if (to === null && from) return `removed ${from} as the lead`;
    return to && !from ? `made ${to} the lead` : generalClause(change, context);
  },
  priority: ({ from, to, ...change }, context) =>
    generalClause({ ...change, from: from === 'none' ? null : from, to: to === 'none' ? null : to }, context),
  rank: ({ to }) => (to === null ? 'took it out of the order by hand' : 'moved it in the order by hand'),
  // People know an estimate by its label, such as M.
  estimateValue: (change, context) => {
    const label = context.changes.find(({ field }) => field === 'estimateLabel');
    return generalClause(
      { field: 'estimateValue', from: label?.from ?? change.from, to: label?.to ?? change.to },
      context,
    );
  },
  labels: ({ from, to }, { names }) => {
    const [before, after] = [from as string[], to as string[]];
    const added = after.filter((id) => !before.includes(id));
    const removed = before.filter((id) => !after.includes(id));
    return [...labelsOf('added', added, names), ...labelsOf('removed', removed, names)];
  },
  links: linkClauses,
  archivedAt: either('archived it', 'unarchived it'),
  startedAt: () => 'started it',
  closedAt: () => 'closed it',
  private: either('made it private', 'made it visible to the team'),
  autoSchedulingEnabled: either('turned automatic scheduling on', 'turned automatic scheduling off'),
  autoSchedulingLocked: either('locked its schedule', 'unlocked its schedule'),
  claim: ({ from, to }, { actor }) => {
    const [before, after] = [from as Claim | null, to as Claim | null];
    if (after) return `claimed it until ${after.expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
    if (!before || before.holder.id === actor.id) return 'released it';
    return `took it over from ${boundedLine(before.holder.name)}`;
  },
  automationManaged: either('put it under the sprint cadence', 'took it out of the sprint cadence'),
};
