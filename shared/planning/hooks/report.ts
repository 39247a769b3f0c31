import * as z from 'zod';
import { fieldProblems } from '../../kernel/api/operation/field-problems.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { memoize } from '../../kernel/core/schema.ts';
import type { LinkState, StoryLink } from '../story-parts/link.ts';

export type PageState = LinkState;

/** What a provider reports of a pull request or a branch. */
export interface Report {
  url: string;
  kind: Extract<StoryLink['kind'], 'pull_request' | 'branch'>;
  /**
   * The name of its link: repository and number, or branch. A title may be a stranger's text, which is only searched for
   * references.
   */
  title: string;
  state: PageState;
  /** As of when, by the provider's clock; later reports replace earlier ones, in whatever order they arrive. */
  at: string;
  /** What may name stories. */
  texts: readonly string[];
  /** What may name stories that are only linked: no one of the repository reads it before a merge. */
  linkingTexts?: readonly string[];
  /** Whether it may move stories. */
  moves: boolean;
}

/** For reports without a time of their own. */
export const TIMELESS = new Date(0).toISOString();

/** A time of a provider: ISO 8601, as GitLab also writes it, or seconds since 1970. */
export const providerTime = memoize(() =>
  z
    .union([z.string(), z.number()], { error: 'must be a time' })
    .refine((value) => Number.isFinite(millisecondsOf(value)), { error: 'must be a time' })
    .transform((value) => new Date(millisecondsOf(value)).toISOString()),
);

const millisecondsOf = (value: string | number): number =>
  typeof value === 'number' ? value * 1000 : Date.parse(value);

/** The part of a payload that a schema describes. Throws a 400 that names what is missing. */
export function payloadOrThrow<S extends z.ZodType>(schema: S, payload: unknown): z.output<S> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw invalidRequest(
    fieldProblems(parsed.error, 'body', schema),
    'Send what GitHub or GitLab sends for this event.',
  );
}

const BRANCH = 'refs/heads/';

/** The branch that a Git reference is; undefined for a tag. */
export const branchOf = (ref: string): string | undefined =>
  ref.startsWith(BRANCH) ? ref.slice(BRANCH.length) : undefined;

/** The path of a branch's name in an address. */
export const branchPath = (branch: string): string => branch.split('/').map(encodeURIComponent).join('/');
