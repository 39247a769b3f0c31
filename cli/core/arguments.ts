import { InvalidArgumentError, Option } from 'commander';
import type * as z from 'zod';
import { roles, type Role } from '../../shared/kernel/core/caller.ts';
import { allScopes, type Scope } from '../../shared/kernel/core/scopes.ts';
import { UsageError } from './command-error.ts';
import { fieldProblems } from '../../shared/kernel/api/operation/field-problems.ts';
import { timestamp } from '../../shared/kernel/core/schema.ts';
import { closestNames, didYouMean } from '../../shared/kernel/core/nearest.ts';

/** An option parser that validates the text against a schema of the service. */
export const as =
  <T>(schema: z.ZodType<T>) =>
  (text: string): T => {
    const { success, data, error } = schema.safeParse(text);
    if (success) return data;
    throw new InvalidArgumentError(`It ${problemOf(error, schema)}.`);
  };

/** Validates the text of an argument against a schema of the service; `what` names it in the UsageError. */
export function parseArgument<T>(schema: z.ZodType<T>, text: string, what: string): T {
  const { success, data, error } = schema.safeParse(text);
  if (success) return data;
  throw new UsageError(`${what} ${problemOf(error, schema)}.`);
}

/** What the service says of a text that does not fit a schema. */
const problemOf = (error: z.ZodError, schema: z.ZodType): string =>
  fieldProblems(error, 'body', schema)[0]!.message;

/** Parses a comma-separated list, without blanks and duplicates. */
export const asList = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];

/** `--role`, whose values shells complete. */
export const roleOption = (): Option =>
  new Option('--role <role>', 'what the member may do').choices(roles).argParser(asRole);

function asRole(text: string): Role {
  const role = roles.find((name) => name === text.toLowerCase());
  if (role) return role;
  throw new InvalidArgumentError(`There is no role ${text}; ${didYouMean(text, roles)}`);
}

/** Parses scopes; `all` names every one. */
export const asScopes = (text: string): Scope[] => {
  if (text.trim() === 'all') return [...allScopes];
  return asList(text).map((name) => {
    const scope = allScopes.find((known) => known === name);
    if (scope) return scope;
    throw new InvalidArgumentError(`There is no scope ${name}; ${scopesLike(name)}`);
  });
};

/** The scopes of a noun that a misspelt one may mean, or all of them; the verb alone makes nothing alike. */
function scopesLike(name: string): string {
  const nounOf = (scope: string): string => scope.split(':')[0]!;
  const close = closestNames(nounOf(name), allScopes.map(nounOf));
  const suggested = allScopes.filter((scope) => close.includes(nounOf(scope)));
  return suggested.length > 0
    ? `did you mean ${suggested.join(' or ')}?`
    : `there are ${allScopes.join(', ')}.`;
}

/** Parses an integer in a range. */
export const asNumber = (from: number, to: number) => (text: string) => {
  const number = Number(text);
  if (Number.isInteger(number) && number >= from && number <= to) return number;
  throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
};

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 10_000;

/** `--limit` of commands that read several pages of a list. */
export const limitOption = (): Option =>
  new Option('--limit <number>', `maximum number, up to ${LIMIT_MAX}`)
    .argParser(asNumber(1, LIMIT_MAX))
    .default(LIMIT_DEFAULT);

/** Parses a number, such as 12 or -0.5. */
export function asDecimal(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw new InvalidArgumentError('It must be a number.');
}

/** Parses a timestamp or a day, which means its start in UTC; returns an ISO 8601 timestamp. */
export const asDay = (text: string): string =>
  as(timestamp())(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text);

/** Throws unless at least one option of an update is set. */
export function assertSomeChange(options: object, names: readonly string[]): void {
  if (names.some((name) => (options as Record<string, unknown>)[name] !== undefined)) return;
  const flags = names.map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
  throw new UsageError(`Set at least one of: ${flags.join(', ')}.`);
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The entries that have a value. */
export const withoutUndefined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;

/** Collects an option that can be repeated. */
export const asMany = (value: string, before: readonly string[] = []): string[] => [...before, value];
