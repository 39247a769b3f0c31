import * as z from 'zod';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { localPartOf } from '../../identity/inbound-mail/inbound-domain.ts';

/** 30 hexadecimal digits, which with those of the team are the 63 characters that fit before an `@` (RFC 5321). */
const TOKEN_BYTES = 15;

const storedFields = memoize(() => ({
  workspaceId: uuid(),
  teamId: uuid(),
  createdBy: uuid().meta({ description: 'Who created it, and reports the stories of outside senders.' }),
  createdAt: timestamp(),
}));

/** What is stored of an address: the domain is a setting of the environment. */
export const storedAddressSchema = memoize(() => z.object({ ...storedFields(), token: z.string() }));

export type StoredAddress = z.output<ReturnType<typeof storedAddressSchema>>;

export const triageAddressSchema = memoize(() =>
  z
    .object({
      ...storedFields(),
      address: z.string().meta({ description: 'Mail to it becomes a story in the triage of the team.' }),
    })
    .meta({ id: 'TriageAddress', description: 'The mail address of the triage of a team.' }),
);

export type TriageAddress = z.output<ReturnType<typeof triageAddressSchema>>;

/** A token that no one guesses. */
export const newToken = (randomBytes: (size: number) => Buffer): string =>
  randomBytes(TOKEN_BYTES).toString('hex');

/** An address as those who manage it see it. */
export const toTriageAddress = ({ token, ...stored }: StoredAddress, domain: string): TriageAddress => ({
  ...stored,
  address: `${stored.teamId.replaceAll('-', '')}-${token}@${domain}`,
});

const LOCAL_PART = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})-([0-9a-f]{30})$/;

/** The team and token in an address, whatever its domain; undefined for one of another form. */
export function parseTriageAddress(address: string): Pick<StoredAddress, 'teamId' | 'token'> | undefined {
  const [, ...parts] = LOCAL_PART.exec(localPartOf(address)) ?? [];
  const token = parts.pop();
  return token === undefined ? undefined : { teamId: parts.join('-'), token };
}
