import * as z from 'zod';
import { invalidRequest, type FieldProblem } from '../../kernel/core/errors.ts';
import { idOfText } from '../../kernel/core/id.ts';
import { memoize, timestamp, uniqueList, uuid } from '../../kernel/core/schema.ts';
import { parsePublicUrl, UrlRefused } from '../../kernel/net/public-url.ts';

/** Maximum number of identity providers of a workspace. */
export const PROVIDERS_MAX = 50;

const DOMAINS_MAX = 20;

/** The name next to a domain under which its owner publishes the verification. */
const RECORD_PREFIX = '_plotline';

export const providerId = () =>
  z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, {
    error: 'must be 1 to 64 letters, digits, hyphens or underscores',
  });

const domain = () =>
  z
    .string()
    .toLowerCase()
    .max(253, { error: 'must be at most 253 characters' })
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/, {
      error: 'must be a domain such as example.com',
    });

const audience = () =>
  z
    .string()
    .min(1, { error: 'must not be empty' })
    .max(500, { error: 'must be at most 500 characters' })
    .meta({ description: "The `aud` of the provider's assertions: this service's issuer, its base URL." });

const settings = () => ({
  issuer: z.string().max(500, { error: 'must be at most 500 characters' }).meta({
    description: "The provider's issuer, exactly as in its metadata and in the `iss` of its assertions.",
  }),
  audience: audience(),
  emailDomains: uniqueList(domain(), DOMAINS_MAX).meta({
    description: 'The domains of the people it vouches for.',
  }),
});

const stored = memoize(() => ({
  id: providerId(),
  workspaceId: uuid(),
  ...settings(),
  verification: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .meta({ description: 'The DNS TXT records to publish, one for each domain.' }),
  verifiedAt: timestamp().nullable().meta({
    description: 'When the domains were verified; until then null, and the provider counts for nothing.',
  }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
}));

export const identityProviderSchema = memoize(() =>
  z.object(stored()).meta({
    id: 'IdentityProvider',
    description: "A company's identity provider, which vouches for members of the workspace.",
  }),
);

export type IdentityProvider = z.output<ReturnType<typeof identityProviderSchema>>;

export const identityProviderRequest = memoize(() =>
  z.strictObject(settings()).meta({ id: 'PutIdentityProviderRequest' }),
);

export type ProviderSettings = z.output<ReturnType<typeof identityProviderRequest>>;

/** Throws a 400 unless the issuer is an https URL on the public Internet, without query. */
export function assertSettings({ issuer, emailDomains }: ProviderSettings): void {
  const problems: FieldProblem[] = [];
  const problem = issuerProblem(issuer);
  if (problem) problems.push({ path: 'issuer', message: problem });
  if (emailDomains.length === 0) problems.push({ path: 'emailDomains', message: 'must name a domain' });
  if (problems.length > 0) throw invalidRequest(problems);
}

function issuerProblem(issuer: string): string | undefined {
  try {
    return parsePublicUrl(issuer).search === '' ? undefined : 'must not have a query';
  } catch (error) {
    if (error instanceof UrlRefused) return error.message;
    throw error;
  }
}

/** The DNS records that prove the domains, with the provider's own secret text. */
export const verificationOf = (emailDomains: readonly string[], code: string) =>
  emailDomains.map((one) => ({ name: `${RECORD_PREFIX}.${one}`, value: `plotline-verification=${code}` }));

/** Whether settings trust someone whom the provider's settings before did not: another issuer, or another domain. */
export const needsVerification = (next: ProviderSettings, current: ProviderSettings): boolean =>
  next.issuer !== current.issuer || next.emailDomains.some((one) => !current.emailDomains.includes(one));

/** How the audit trail names a provider: its entries are about UUIDs, and ids of providers are chosen by people. */
export const auditedProvider = ({ workspaceId, id, issuer }: IdentityProvider) => ({
  targetId: idOfText(JSON.stringify(['identity provider', workspaceId, id])),
  name: issuer,
});
