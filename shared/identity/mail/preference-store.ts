import * as z from 'zod';
import type { Role } from '../../kernel/core/caller.ts';
import type { Change, Key, Reader } from '../../kernel/core/database.ts';
import type { MailSubscription } from './mail.ts';
import { defaultMailModes, newsKinds, type MailKind, type NewsKind } from './news-kind.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { userPartition } from '../../kernel/auth/user-kind.ts';

export const mailModes = ['each', 'daily', 'off'] as const;

/** How someone is mailed: each piece of news, once a day, or not at all. */
export const mailModeSchema = memoize(() => z.enum(mailModes));
export type MailMode = z.output<ReturnType<typeof mailModeSchema>>;

const preferenceKey = ({ userId, portalId }: MailSubscription): Key => ({
  pk: userPartition(userId),
  sk: `NEWS#${portalId}`,
});

/** What someone has chosen for a portal or workspace. */
export interface NewsChoice {
  /** For all news; undefined until they choose. */
  mode: MailMode | undefined;
  /** For kinds of news of a workspace, where it differs from the mode. */
  mailOf: Readonly<Partial<Record<NewsKind, MailMode>>>;
  /** The kinds of news that are not among their notifications. */
  unlisted: readonly NewsKind[];
  /** For what visitors write on the portals of a workspace; undefined until they choose. */
  feedback: MailMode | undefined;
  /** Whether they get the updates of a portal, whatever other mail of it they want; undefined where that decides. */
  updates?: boolean | undefined;
  /** When, in ISO 8601; null until they choose. */
  chosenAt: string | null;
}

export async function getNewsChoice(read: Reader, subscription: MailSubscription): Promise<NewsChoice> {
  const item = await read.get(preferenceKey(subscription));
  const mode = mailModeSchema().safeParse(item?.['mode']).data;
  return {
    mode,
    mailOf: (item?.['mailOf'] as NewsChoice['mailOf'] | undefined) ?? {},
    unlisted: (item?.['unlisted'] as NewsKind[] | undefined) ?? [],
    // Who wanted no mail at all before there was a default for this kind wants none of it either.
    feedback: mailModeSchema().safeParse(item?.['feedback']).data ?? (mode === 'off' ? 'off' : undefined),
    updates: item?.['updates'] as boolean | undefined,
    chosenAt: (item?.['chosenAt'] as string | undefined) ?? null,
  };
}

type MailChoice = Pick<NewsChoice, 'mode' | 'mailOf' | 'feedback'>;

/** How someone gets mail of a portal, about one of its updates or about what they follow. */
export function portalMailModeOf({ mode = 'each', updates }: NewsChoice, isUpdate: boolean): MailMode {
  if (!isUpdate || updates === undefined) return mode;
  if (!updates) return 'off';
  return mode === 'off' ? 'each' : mode;
}

/** How members with a role are mailed of what visitors write, until they choose. */
export const defaultFeedbackMode = (role: Role | null): MailMode => (role === 'admin' ? 'daily' : 'off');

/** How someone gets mail of a kind of news, which is for them. */
export const mailModeOf = ({ mode, mailOf, feedback }: MailChoice, kind: MailKind): MailMode =>
  kind === 'feedback'
    ? (feedback ?? defaultFeedbackMode('admin'))
    : (mailOf[kind] ?? mode ?? defaultMailModes[kind]);

/** A choice without mail of a kind of news, or without what comes once a day. */
export function withoutMailOf(choice: NewsChoice, kind: MailKind | 'digest'): NewsChoice {
  if (kind === 'feedback') return { ...choice, feedback: 'off' };
  const ended = newsKinds.filter((one) =>
    kind === 'digest' ? mailModeOf(choice, one) === 'daily' : one === kind,
  );
  const mailOf = { ...choice.mailOf, ...Object.fromEntries(ended.map((one) => [one, 'off' as const])) };
  const isDaily = mailModeOf(choice, 'feedback') === 'daily';
  const feedback = kind === 'digest' && isDaily ? 'off' : choice.feedback;
  return { ...choice, mailOf, feedback };
}

/** Whether someone wants no mail at all. */
export const wantsNoMail = (choice: MailChoice): boolean =>
  choice.feedback === 'off' && newsKinds.every((kind) => mailModeOf(choice, kind) === 'off');

/** A person's choice for all news of a portal or workspace; `each` by default. */
export const getMailMode = async (read: Reader, subscription: MailSubscription): Promise<MailMode> =>
  (await getNewsChoice(read, subscription)).mode ?? 'each';

/** Stores a choice for all mail, in the place of those for kinds; it turns mail about `feedback` off, but not on. */
export const putMailMode = (
  subscription: MailSubscription,
  mode: MailMode,
  now: Date,
  { feedback, updates }: Partial<Pick<NewsChoice, 'feedback' | 'updates'>> = {},
): Change => ({
  update: preferenceKey(subscription),
  with: {
    set: {
      mode,
      chosenAt: now.toISOString(),
      ...(mode === 'off' || (feedback ?? 'off') !== 'off' ? { feedback: mode } : {}),
      ...(updates !== undefined && { updates }),
    },
    remove: ['mailOf', ...(updates === undefined ? ['updates'] : [])],
  },
});

/** Stores that someone gets no updates of a portal, also not of what they follow. */
export const endUpdates = (subscription: MailSubscription, now: Date): Change => ({
  update: preferenceKey(subscription),
  with: { set: { updates: false, chosenAt: now.toISOString() } },
});

/** Stores a choice by kinds. Throws `stale` if another was made since it was read. */
export const putNewsChoice = (
  subscription: MailSubscription,
  { mode, mailOf, unlisted, feedback, chosenAt }: NewsChoice,
  previous: NewsChoice,
  stale: () => Error,
): Change => ({
  update: preferenceKey(subscription),
  with: {
    set: {
      ...(mode === undefined ? {} : { mode }),
      ...(feedback === undefined ? {} : { feedback }),
      mailOf,
      unlisted,
      chosenAt,
    },
  },
  if: previous.chosenAt === null ? 'absent' : { equals: { chosenAt: previous.chosenAt } },
  onConditionFailed: stale,
});
