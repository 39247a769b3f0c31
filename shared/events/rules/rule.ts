import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { memoize, name, text, timestamp, uniqueList, uuid } from '../../kernel/core/schema.ts';
import { timeZone } from '../../kernel/core/time-zone.ts';

/** The most rules of a workspace, actions of a rule, and characters of its actions as JSON. */
export const RULES_MAX = 100;
const ACTIONS_MAX = 10;
const ACTIONS_MAX_CHARACTERS = 20_000;

const FILTER_MAX_CHARACTERS = 500;
const RECURRENCE_MAX_CHARACTERS = 300;
const CONDITIONS_MAX = 10;
const KINDS_MAX = 100;

/** Runs of a rule in a minute; more wait. */
export const RUNS_A_MINUTE = 100;
/** Failures in a row that disable a rule. */
export const FAILURES_MAX = 20;
/** How many rules can follow from each other. */
export const DEPTH_MAX = 5;

const principalKinds = ['user', 'service_account'] as const;

/** Parts of a rule; those of a request have no other fields. */
const partsOf = (object: typeof z.object | typeof z.strictObject, suffix: '' | 'Request') => ({
  runAs: object({ kind: z.enum(principalKinds), id: uuid() }).meta({
    id: `RuleRunAs${suffix}`,
    description: 'With whose rights a rule acts, as they are when it does.',
  }),
  action: object({
    operation: text({ max: 60 }).meta({
      description: 'A write of planning or feedback by its operationId, such as updateStory.',
    }),
    input: z.record(z.string(), z.unknown()).meta({
      description:
        'Path parameters and fields of its body. Texts can hold `{{story.reference}}`, `{{event.data.title}}`, `{{actor.name}}` or `{{assignee.name}}`; one alone keeps its type.',
    }),
  }).meta({ id: `RuleAction${suffix}`, description: 'An operation that a rule runs.' }),
  schedule: object({
    rule: text({ max: RECURRENCE_MAX_CHARACTERS }).meta({
      description: 'A recurrence rule (RFC 5545) of days or longer, such as FREQ=WEEKLY;BYDAY=MO.',
    }),
    timeZone: timeZone(),
  }).meta({
    id: `RuleSchedule${suffix}`,
    description:
      'Days on which a rule runs as they begin: once, or for each of up to 1,000 stories that meet if. After an outage, the last.',
  }),
});

const fieldsOf = ({ runAs, action, schedule }: ReturnType<typeof partsOf>) => ({
  name: name(),
  enabled: z.boolean().meta({ description: 'Whether it runs.' }),
  on: uniqueList(text({ max: 60 }), KINDS_MAX)
    .min(1, { error: 'must contain at least one kind' })
    .meta({
      description:
        'The events that it follows, by their types as webhooks have them, or `story.unblocked`, `story.sub_stories_completed` (of the parent), `story.pull_request_merged`, `story.overdue`, `sprint.ended` or `objective.at_risk`; or it has a schedule.',
    }),
  schedule: schedule.meta({ description: 'The days on which it runs; or it follows events.' }),
  if: text({ max: FILTER_MAX_CHARACTERS }).meta({
    description:
      'A filter of stories that the story of the event must meet, such as `label:bug is:open`; with a schedule, of the stories that it runs for. Names mean what they mean when it is saved.',
  }),
  was: z
    .record(z.string(), z.unknown())
    .refine((fields) => Object.keys(fields).length <= CONDITIONS_MAX, {
      error: `must have at most ${CONDITIONS_MAX} fields`,
    })
    .meta({ description: 'Fields that the change must have changed, with their values before it.' }),
  then: z
    .array(action)
    .min(1, { error: 'must contain an action' })
    .max(ACTIONS_MAX, { error: `must contain at most ${ACTIONS_MAX} entries` })
    .refine((actions) => JSON.stringify(actions).length <= ACTIONS_MAX_CHARACTERS, {
      error: `must be at most ${ACTIONS_MAX_CHARACTERS} characters of JSON`,
    })
    .meta({ description: 'What it does, in order and as one change set.' }),
  runAs: runAs.meta({
    description: 'The caller by default. An admin can name a service account that they manage.',
  }),
});

/** A field that can be null, described like the field. */
const orNone = <T extends z.ZodType>(field: T) =>
  field.nullable().meta({ description: field.description ?? '' });

const settable = memoize(() => fieldsOf(partsOf(z.strictObject, 'Request')));

const stored = memoize(() => {
  const { on, schedule, if: filter, was, ...fields } = fieldsOf(partsOf(z.object, ''));
  return {
    id: uuid(),
    workspaceId: uuid(),
    teamId: uuid()
      .nullable()
      .meta({ description: 'The team whose events it follows; null for all teams of runAs.' }),
    ...fields,
    on: orNone(on),
    schedule: orNone(schedule),
    if: orNone(filter),
    was: orNone(was),
    disabledReason: z.string().nullable().meta({ description: 'Why it was disabled; null if a person did.' }),
    createdBy: uuid(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  };
});

export const storedRuleSchema = memoize(() => z.object(stored()));

export const ruleSchema = memoize(() => {
  const { disabledReason, createdBy, createdAt, updatedAt, ...fields } = stored();
  return z
    .object({
      ...fields,
      runs: z.int().meta({ description: 'How often it ran, failures included.' }),
      failures: z.int().meta({ description: 'How many of them failed.' }),
      disabledReason,
      lastRunAt: timestamp().nullable().meta({ description: 'Null before the first.' }),
      createdBy,
      createdAt,
      updatedAt,
    })
    .meta({ id: 'Rule', description: 'What is done when something happens.' });
});

export type StoredRule = z.output<ReturnType<typeof storedRuleSchema>>;
export type Rule = z.output<ReturnType<typeof ruleSchema>>;
export type RuleAction = Rule['then'][number];

/** A rule as a request describes it. */
export const ruleCreateSchema = memoize(() => {
  const { name: title, then, enabled, on, schedule, if: filter, was, runAs } = settable();
  return z
    .strictObject({
      name: title,
      teamId: uuid()
        .nullable()
        .optional()
        .meta({ description: 'The team whose events it follows; by default all.' }),
      enabled: enabled.optional().meta({ description: 'Whether it runs.', default: true }),
      on: orNone(on).optional(),
      schedule: orNone(schedule).optional(),
      if: orNone(filter).optional(),
      was: orNone(was).optional(),
      then,
      runAs: runAs.optional(),
    })
    .meta({ id: 'CreateRuleRequest' });
});

export type RuleRequest = z.output<ReturnType<typeof ruleCreateSchema>>;

/** The update schema of a rule. */
export const rulePatch = definePatch('UpdateRuleRequest', {
  fields: settable,
  cleared: { on: null, schedule: null, if: null, was: null },
});

const outcomes = ['done', 'failed', 'skipped'] as const;

export const ruleRunSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      eventId: uuid().meta({
        description: 'The event that it ran for; not in the log where time brought it.',
      }),
      at: timestamp().meta({ description: 'When it ran.' }),
      outcome: z.enum(outcomes).meta({ description: 'What came of it.' }),
      code: z.string().nullable().meta({ description: 'Why it failed or was skipped.' }),
      changeSetId: uuid().nullable().meta({ description: 'What it did; null if nothing.' }),
    })
    .meta({ id: 'RuleRun', description: 'What a rule did for one event.' }),
);

export type RuleRun = z.output<ReturnType<typeof ruleRunSchema>>;
