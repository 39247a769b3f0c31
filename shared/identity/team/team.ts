import * as z from 'zod';
import type { Audited } from '../../kernel/core/audited.ts';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { color, name, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';

/** The units of the schemes that take any number. */
export const estimateUnits = { hours: 'h', ideal_days: 'd' } as const;

/** Estimate schemes: the values each scheme allows as estimateValue, and their labels. */
const estimateSchemes = {
  points: { 0: '0', 0.5: '0.5', 1: '1', 2: '2', 3: '3', 5: '5', 8: '8', 13: '13', 21: '21' },
  tshirt: { 1: 'XS', 2: 'S', 3: 'M', 4: 'L', 5: 'XL' },
  /** Any positive number, labelled with the unit. */
  ...estimateUnits,
} as const satisfies Record<string, string | Record<number, string>>;

export type EstimateScheme = keyof typeof estimateSchemes;

export const estimateSchemeNames = Object.keys(estimateSchemes) as EstimateScheme[];

/** Returns the label of an estimate in a scheme, or undefined if the scheme does not allow the value. */
export function estimateLabel(scheme: EstimateScheme, value: number): string | undefined {
  const labels: string | Readonly<Record<number, string>> = estimateSchemes[scheme];
  if (typeof labels !== 'string') return labels[value];
  const hundredths = Math.round(value * 100);
  return hundredths > 0 && value === hundredths / 100 && value <= 1_000 ? `${value}${labels}` : undefined;
}

/** The estimates of a scheme with a few, in order, with their labels; undefined for one that allows any number. */
export function namedEstimates(scheme: EstimateScheme): { value: number; label: string }[] | undefined {
  const labels: string | Readonly<Record<number, string>> = estimateSchemes[scheme];
  if (typeof labels === 'string') return undefined;
  const all = Object.entries(labels).map(([value, label]) => ({ value: Number(value), label }));
  return all.sort((one, other) => one.value - other.value);
}

/** Describes the values that a scheme allows. */
export function allowedEstimates(scheme: EstimateScheme): string {
  const labels = estimateSchemes[scheme];
  if (typeof labels === 'string') return 'a number from 0.01 to 1000 with at most two decimals';
  const values = Object.keys(labels).map(Number);
  return `one of ${values.sort((a, b) => a - b).join(', ')}`;
}

export const teamCode = () =>
  z.string().regex(/^[A-Z0-9]{2,10}$/, { error: 'must be 2 to 10 characters from A-Z and 0-9' });

/** The number of a story in its team, as a request names it. */
export const sequenceId = () =>
  z
    .int({ error: 'must be a whole number' })
    .min(1, { error: 'must be at least 1' })
    .max(1_000_000, { error: 'must be at most 1000000' });

/** The longest time between updates of an objective that a team can ask for, in days. */
export const UPDATE_EVERY_MAX_DAYS = 90;

const updateEveryDays = () =>
  z
    .int({ error: 'must be a whole number of days' })
    .min(1, { error: 'must be at least 1' })
    .max(UPDATE_EVERY_MAX_DAYS, { error: `must be at most ${UPDATE_EVERY_MAX_DAYS}` });

export const teamSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      name: name(),
      code: teamCode().meta({ description: "The prefix of its stories' references." }),
      color: color(),
      private: z.boolean(),
      sprintsEnabled: z.boolean(),
      estimateScheme: z.enum(estimateSchemeNames),
      updateEveryDays: updateEveryDays().nullable().meta({
        description:
          'After how many days without an update of an objective its lead is reminded by mail; null for never.',
      }),
      intakeEnabled: z.boolean(),
      reviewRequired: z.boolean(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
      memberCount: z.int(),
    })
    .meta({ id: 'Team', description: 'A group of members that owns stories, sprints and objectives.' }),
);

export type Team = z.output<ReturnType<typeof teamSchema>>;

/** The update schema of a team. */
export const teamPatch = definePatch('UpdateTeamRequest', {
  fields: () => ({
    name: name(),
    code: teamCode(),
    color: color(),
    private: z.boolean(),
    sprintsEnabled: z.boolean(),
    estimateScheme: z.enum(estimateSchemeNames),
    updateEveryDays: updateEveryDays(),
    intakeEnabled: z.boolean(),
    reviewRequired: z.boolean(),
  }),
  cleared: { updateEveryDays: null },
});

/**
 * The fields of a team in the audit trail; of a private one, only that it is private, since its name is for its
 * members.
 */
export function auditedTeam(from: Team | undefined, to: Team | undefined): Audited {
  if (!from?.private && !to?.private) return { from, to };
  const isPrivate = (team: Team | undefined) => team && { private: team.private };
  return { from: isPrivate(from), to: isPrivate(to), name: to && !to.private ? to.name : null };
}
